import type { Metadata } from "next";
import { IntentList } from "@/features/intents/list/intent-list";

export const metadata: Metadata = { title: "Intents" };

export default function IntentsPage() {
  return <IntentList />;
}
