import type { Metadata } from "next";
import { LabScreen } from "./lab-screen";

export const metadata: Metadata = { title: "Key Lab" };

export default async function LabPage({ params }: { params: Promise<{ tool: string }> }) {
  const { tool } = await params;
  return <LabScreen tool={decodeURIComponent(tool)} />;
}
