"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/components/button";
import { Field, Input } from "@/components/field";
import { Notice } from "@/components/notice";
import { useHydrated } from "@/components/use-hydrated";
import { sessionQuery, signIn } from "./queries";
import { signInWords } from "./sign-in-words";

type Missing = { email?: string; password?: string };

export function SignInForm({ next }: { next: string }) {
  const [missing, setMissing] = useState<Missing>({});
  const passwordRef = useRef<HTMLInputElement>(null);
  const attempt = useSignIn(next, () => passwordRef.current?.select());
  const isHydrated = useHydrated();
  const isBusy = attempt.isPending || attempt.isSuccess;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get("email")).trim();
    const password = String(form.get("password"));
    setMissing({
      email: email === "" ? "Enter your e-mail address." : undefined,
      password: password === "" ? "Enter your password." : undefined,
    });
    if (email !== "" && password !== "") attempt.mutate({ email, password });
  }

  return (
    // Until React listens, the button is off and the method keeps a password out of the address.
    <form noValidate method="post" onSubmit={submit} className="flex flex-col gap-4">
      {attempt.isError && (
        <Notice tone="bad" icon={TriangleAlert} role="alert" title="You are not signed in">
          {signInWords(attempt.error)}
        </Notice>
      )}
      <Field label="E-mail" error={missing.email}>
        {(control) => <Input {...control} name="email" type="email" autoComplete="username" required maxLength={254} />}
      </Field>
      <Field label="Password" error={missing.password}>
        {(control) => (
          <Input
            {...control}
            ref={passwordRef}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            maxLength={1_024}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" disabled={!isHydrated} busy={isBusy}>
        {isBusy ? "Signing in…" : "Sign in"}
      </Button>
    </form>
  );
}

function useSignIn(next: string, onRefused: () => void) {
  const router = useRouter();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: signIn,
    onSuccess: (session) => {
      // What was cached belongs to whoever was signed in before.
      queries.clear();
      queries.setQueryData(sessionQuery().queryKey, session);
      router.replace(next);
    },
    onError: onRefused,
  });
}
