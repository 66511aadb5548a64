import type { ReactNode } from "react";
import { PageHeader } from "@/components/page-header";
import { SectionTabs } from "@/components/section-tabs";
import { UpdateControl } from "@/components/update-control";

const TABS = [
  { href: "/audit", word: "Events" },
  { href: "/audit/seals", word: "Seals" },
  { href: "/audit/verify", word: "Verify" },
];

export default function AuditLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title={<h1 className="font-semibold text-base text-ink">Audit</h1>}>
        <SectionTabs label="Parts of Audit" tabs={TABS} />
        <UpdateControl className="ml-auto" />
      </PageHeader>
      {children}
    </>
  );
}
