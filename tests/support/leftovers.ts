import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { stopOrphan } from '../../apps/api/src/db/orphan.ts'
import { lockDataDirectory } from '../../apps/api/src/db/owner-lock.ts'

/** A run that was killed leaves its server and its folder, which takes memory. */
export async function removeLeftovers(
  folder: string,
  isLeftover: (name: string) => boolean | Promise<boolean>,
): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!(await isLeftover(name))) continue
    const dataDir = path.join(folder, name)
    try {
      lockDataDirectory(dataDir)
    } catch {
      // Its run goes on, or another run removes it.
      continue
    }
    await stopOrphan(path.join(dataDir, 'postgres'))
    await rm(dataDir, { recursive: true, force: true })
  }
}
