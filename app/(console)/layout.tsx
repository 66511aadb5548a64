import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { AppShell } from "@/components/app-shell";
import { ThemeSwitch } from "@/components/theme-switch";
import { PaletteButton } from "@/features/palette/palette-button";
import { OperatorMenu } from "@/features/session/operator-menu";
import { RedirectToSignIn } from "@/features/session/redirect-to-sign-in";
import { ConsoleLife } from "./console-life";
import { MainNav } from "./main-nav";

const SESSION_COOKIE = "interlock_session";

/** Whether the cookie is still good is the API's to say; without one there is nothing to ask. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const isSignedIn = (await cookies()).has(SESSION_COOKIE);
  if (!isSignedIn) return <RedirectToSignIn />;
  return (
    <AppShell
      search={<PaletteButton />}
      nav={<MainNav />}
      tools={
        <>
          <OperatorMenu />
          <span className="max-md:hidden">
            <ThemeSwitch />
          </span>
        </>
      }
    >
      <ConsoleLife />
      {children}
    </AppShell>
  );
}
