import type { Engines } from "@/lib/domain/normalise/engines";
import type { Engines as EnginesDto } from "@/lib/wire/engines";

export function toEnginesDto(engines: Engines): EnginesDto {
  return Object.fromEntries(Object.entries(engines).map(([name, engine]) => [name, engine ?? 1]));
}
