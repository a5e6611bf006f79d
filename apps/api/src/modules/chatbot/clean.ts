/** Refuses flows with errors. */
import type { Finding } from '@foyer/contracts/chatbot/findings.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { checkAll } from '@foyer/flow/check.ts'
import type { Tx } from '../../db/tx.ts'
import { Refusal } from '../../http/refusal.ts'
import { lockBotFiles } from './files.store.ts'
import { countOf } from './flow-state.rules.ts'
import type { FlowId } from './flows.store.ts'
import { readReferences } from './references.store.ts'

export function assertClean(findings: readonly Finding[]): void {
  const { errors } = countOf(findings)
  if (errors === 0) return
  const what = errors === 1 ? 'one problem' : `${errors} problems`
  throw new Refusal('has_problems', `The chatbot has ${what}. Mend it, then publish.`, { data: { findings } })
}

/** Checks a version that was published before: other chatbots, staff and doctors may have changed since. */
export async function assertStillClean(tx: Tx, of: FlowId, content: Flow): Promise<void> {
  // A file that it sends is not removed meanwhile.
  const [, references] = await Promise.all([lockBotFiles(tx, of.organizationId), readReferences(tx, of)])
  assertClean(checkAll(content, references, 'published'))
}
