import type { Metadata } from "next";
import { Mark } from "@/components/mark";
import { ThemeSwitch } from "@/components/theme-switch";
import { safeNextPath } from "@/features/session/next-path";
import { SignInForm } from "@/features/session/sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const { next } = await searchParams;
  return (
    <main className="relative flex min-h-dvh flex-col items-center justify-center px-4 py-16">
      <div className="absolute top-3 right-3">
        <ThemeSwitch />
      </div>
      <div className="w-full max-w-sm">
        <Mark className="size-9 text-ink" />
        <h1 className="mt-5 font-semibold text-ink text-xl">Sign in to Interlock</h1>
        <p className="mt-1 mb-6 text-base text-ink-soft">Agents propose. You decide. One effect lands.</p>
        <SignInForm next={safeNextPath(next)} />
      </div>
    </main>
  );
}
