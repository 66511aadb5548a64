import type { ReactNode } from "react";
import { PageHeader } from "@/components/page-header";
import { SectionTabs } from "@/components/section-tabs";
import { UpdateControl } from "@/components/update-control";

const TABS = [
  { href: "/findings", word: "List" },
  { href: "/findings/reconciliations", word: "Reconciliations" },
  { href: "/findings/key-audits", word: "Key audits" },
];

export default function FindingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title={<h1 className="font-semibold text-base text-ink">Findings</h1>}>
        <SectionTabs label="Parts of Findings" tabs={TABS} />
        <UpdateControl className="ml-auto" />
      </PageHeader>
      {children}
    </>
  );
}
