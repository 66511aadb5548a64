"use client";

import { useQuery } from "@tanstack/react-query";
import DatabaseBackup from "lucide-react/icons/database-backup";
import Link from "next/link";
import { Notice } from "@/components/notice";
import { storeQuery } from "./queries";
import { restoredWords } from "./restored-words";

/** Above other things, for as long as something is in doubt because the database went back in time. */
export function RestoredNotice() {
  const { data } = useQuery(storeQuery());
  if (data === undefined || !(data.restoring || data.inDoubtCount > 0)) return null;
  return (
    <div className="px-4 pt-4 md:px-6">
      <Notice tone="warn" icon={DatabaseBackup} title="The database was restored">
        {restoredWords(data)}{" "}
        <Link
          href="/findings?state=any&kind=store_restored"
          prefetch={false}
          className="text-link underline underline-offset-2"
        >
          See the finding
        </Link>
      </Notice>
    </div>
  );
}
