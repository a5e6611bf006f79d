import type { Queries } from '../../../db/database.ts'

/** Who of these users signs in with a second factor. There is none yet. */
export async function withSecondFactor(_queries: Queries, _userIds: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set()
}
