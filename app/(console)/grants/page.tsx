import type { Metadata } from "next";
import { GrantsScreen } from "./grants-screen";

export const metadata: Metadata = { title: "Grants" };

export default function GrantsPage() {
  return <GrantsScreen />;
}
