"use client";

import { redirect, usePathname, useSearchParams } from "next/navigation";
import { signInPath } from "./next-path";

/** Redirects while the server renders; a layout does not know the address that it is rendered for, this does. */
export function RedirectToSignIn(): never {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  redirect(signInPath(search === "" ? pathname : `${pathname}?${search}`));
}
