import { StartRefusal } from '@foyer/contracts/environment.ts'
import pg from 'pg'
import { createDatabase } from '../db/database.ts'
import { createLocalAccount } from '../modules/session/local-account.ts'
import type { BaseServices } from '../services.ts'
import { DEMO_PASSWORD } from './demo-organizations.ts'
import { becomeGenerator, holdsGenerated, insertGenerated, settle } from './generated.store.ts'

export interface Amounts {
  readonly organizations: number
  /** Across all organizations. */
  readonly conversations: number
  /** Per conversation. */
  readonly messages: number
}

/** The account with access to every generated organization. */
export const GENERATED_ACCOUNT = { id: 'usr_generated', email: 'generated@demo.test', name: 'Generated' } as const

/** Generating twice would add up to other amounts than requested. */
export class AlreadyGenerated extends StartRefusal {}

/**
 * Fills a migrated database with clinics `org_generated_1` and so on; calls `onProgress` with the number of each
 * finished one.
 */
export async function generate(
  url: string,
  amounts: Amounts,
  parts: Pick<BaseServices, 'clock' | 'newId'> & { readonly onProgress?: (organization: number) => void },
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await becomeGenerator(client)
    if (await holdsGenerated(client)) throw new AlreadyGenerated('This database already holds generated organizations.')
    await addAccount(url, parts)
    for (let number = 1; number <= amounts.organizations; number++) {
      await insertGenerated(client, {
        id: `org_generated_${number}`,
        number,
        conversations: shareOf(number, amounts),
        messages: amounts.messages,
        userId: GENERATED_ACCOUNT.id,
        epoch: parts.newId(),
      })
      parts.onProgress?.(number)
    }
    await settle(client)
  } finally {
    await client.end()
  }
}

async function addAccount(url: string, parts: Pick<BaseServices, 'clock' | 'newId'>): Promise<void> {
  const database = createDatabase({ url, connections: { organizations: 1, system: 1 } })
  try {
    await database.system((tx) => createLocalAccount(tx, { ...GENERATED_ACCOUNT, password: DEMO_PASSWORD }, parts))
  } finally {
    await database.close()
  }
}

/** The first organizations get the remainder. */
function shareOf(number: number, { conversations, organizations }: Amounts): number {
  return Math.floor(conversations / organizations) + (number <= conversations % organizations ? 1 : 0)
}
