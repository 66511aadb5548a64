import type { Metadata } from "next";
import { NewGrantScreen } from "./new-grant-screen";

export const metadata: Metadata = { title: "New grant" };

export default function NewGrantPage() {
  return <NewGrantScreen />;
}
