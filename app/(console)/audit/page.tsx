import type { Metadata } from "next";
import { EventsScreen } from "@/features/audit/events/events-screen";

export const metadata: Metadata = { title: "Audit" };

export default function AuditPage() {
  return <EventsScreen />;
}
