import type { Metadata } from "next";
import { AgentScreen } from "./agent-screen";

export const metadata: Metadata = { title: "Agent" };

export default async function AgentPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <AgentScreen id={decodeURIComponent(id)} />;
}
