import type { Metadata } from "next";
import { KeyAuditView } from "@/features/key-audits/audit-view";

export const metadata: Metadata = { title: "Key audit" };

export default async function KeyAuditPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <KeyAuditView id={decodeURIComponent(id)} />;
}
