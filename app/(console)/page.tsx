import { redirect } from "next/navigation";
import { HOME_PATH } from "@/features/session/next-path";

export default function HomePage(): never {
  redirect(HOME_PATH);
}
