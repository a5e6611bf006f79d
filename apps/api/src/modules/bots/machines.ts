/** The machines of published versions, which never change. The newest used ones stay in memory. */
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { type FlowMachine, makeMachine } from '@foyer/flow/machine.ts'
import type { Tx } from '../../db/tx.ts'
import { findLive, findVersion } from '../chatbot/chatbot.ts'

const MOST = 200
const made = new Map<string, FlowMachine>()

export interface VersionId {
  readonly organizationId: string
  readonly flowId: string
  readonly version: number
}

export async function readMachine(tx: Tx, { organizationId, flowId, version }: VersionId): Promise<FlowMachine> {
  const key = JSON.stringify([organizationId, flowId, version])
  const known = made.get(key)
  if (known !== undefined) {
    made.delete(key)
    made.set(key, known)
    return known
  }
  const flow = await findVersion(tx, { organizationId, flowId }, version)
  if (flow === undefined) throw new Error('The version of a running chatbot is gone.')
  return keep(key, flow)
}

/** The version that is live; without a machine for a chatbot that is not live, undefined for none. */
export async function readLiveMachine(tx: Tx, of: Omit<VersionId, 'version'>) {
  const found = await findLive(tx, of)
  if (found === undefined || found.content === null || found.version === null)
    return found && { made: null, version: 0 }
  const { content, version } = found
  const key = JSON.stringify([of.organizationId, of.flowId, version])
  return { made: made.get(key) ?? keep(key, content), version }
}

function keep(key: string, flow: Flow): FlowMachine {
  const { made: machine } = makeMachine(flow)
  if (machine === null) throw new Error('A chatbot was published that never stands still.')
  made.set(key, machine)
  const [oldest] = made.keys()
  if (made.size > MOST && oldest !== undefined) made.delete(oldest)
  return machine
}
