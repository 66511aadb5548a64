import type { Metadata } from "next";
import { GrantScreen } from "./grant-screen";

export const metadata: Metadata = { title: "Grant" };

export default async function GrantPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <GrantScreen id={decodeURIComponent(id)} />;
}
