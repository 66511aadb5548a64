import Unplug from "lucide-react/icons/unplug";
import type { Metadata } from "next";
import Link from "next/link";
import { buttonStyle } from "@/components/button";
import { EmptyState } from "@/components/empty-state";

export const metadata: Metadata = { title: "No such page" };

export default function NotFound() {
  return (
    <main>
      <h1 className="sr-only">No such page</h1>
      <EmptyState
        icon={Unplug}
        title="There is no page at this address"
        actions={
          <Link href="/" className={buttonStyle({ variant: "secondary" })}>
            Go to the inbox
          </Link>
        }
      >
        The link may be old or mistyped.
      </EmptyState>
    </main>
  );
}
