import type { Metadata } from "next";
import { WelcomeScreen } from "./welcome-screen";

export const metadata: Metadata = { title: "First steps" };

export default function WelcomePage() {
  return <WelcomeScreen />;
}
