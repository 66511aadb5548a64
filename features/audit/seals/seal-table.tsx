import { CopyButton } from "@/components/copy-button";
import { Instant } from "@/components/instant";
import type { SealListDto } from "@/lib/wire/audit";

type Seal = SealListDto["items"][number];

/** A table on a desktop; on a phone each seal is a small card of the same cells. */
export function SealTable({ seals }: { seals: Seal[] }) {
  return (
    <table className="w-full text-left text-sm max-lg:block">
      <caption className="sr-only">Seals, newest first</caption>
      <thead className="max-lg:sr-only">
        <tr className="border-b text-ink-soft text-xs">
          {["Seal", "Positions", "Sealed", "Root", "Hash", "Key"].map((name) => (
            <th key={name} scope="col" className="py-1.5 pr-4 font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y max-lg:block">
        {seals.map((seal) => (
          <SealRow key={seal.number} seal={seal} />
        ))}
      </tbody>
    </table>
  );
}

const cell = "max-lg:inline-block py-1 pr-4 lg:py-1.5";

function SealRow({ seal }: { seal: Seal }) {
  const { number, firstPosition, lastPosition, sealedAt, root, hash, keyId } = seal;
  const count = lastPosition - firstPosition + 1;
  return (
    <tr className="max-lg:block max-lg:py-2">
      <th scope="row" className={`${cell} font-medium text-ink tabular-nums`}>
        {number.toLocaleString()}
      </th>
      <td className={`${cell} text-ink tabular-nums`}>
        {firstPosition.toLocaleString()}
        {count > 1 && `–${lastPosition.toLocaleString()}`}{" "}
        <span className="text-ink-faint">
          ({count.toLocaleString()} {count === 1 ? "event" : "events"})
        </span>
      </td>
      <td className={`${cell} text-ink-soft`}>
        <Instant at={sealedAt} />
      </td>
      <HashCell name="Root" hash={root} what={`the root of seal ${number}`} />
      <HashCell name="Hash" hash={hash} what={`the hash of seal ${number}`} />
      <td className={`${cell} font-mono text-ink-soft text-xs`}>
        <span className="mr-1 font-sans text-ink-faint lg:hidden">Key</span>
        {keyId}
      </td>
    </tr>
  );
}

function HashCell({ name, hash, what }: { name: string; hash: string; what: string }) {
  return (
    <td className={cell}>
      <span className="flex items-center gap-1 font-mono text-ink-soft text-xs" title={hash}>
        <span className="font-sans text-ink-faint lg:hidden">{name}</span>
        {hash.slice(0, 12)}…
        <CopyButton text={hash} what={what} />
      </span>
    </td>
  );
}
