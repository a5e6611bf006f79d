/** The form of what the check finds, and what the checks of one flow share. */

import { channelsOf, startsOf } from './flow.rules.ts'
import type { Flow, FlowNode } from './flow.ts'
import { reachedFrom, targetsOf, type Ways, waysOf } from './graph.rules.ts'
import type { BotChannel, BotLanguage } from './limits.rules.ts'

export const findingCodes = [
  'dead_end',
  'silent_loop',
  'endless_loop',
  'unset_variable',
  'missing_reference',
  'keyword_taken',
  'same_answer',
  'opt_out_collision',
  'too_long',
  'leaks_record',
  'no_human',
  'unreachable',
  'untranslated',
  'photo_in_chat',
  'asks_secret',
] as const
export type FindingCode = (typeof findingCodes)[number]

export interface Finding {
  readonly code: FindingCode
  /** A flow with an error is not published. */
  readonly severity: 'error' | 'warning'
  /** Null for the flow as a whole. */
  readonly nodeId: string | null
  readonly port?: string
  readonly language?: BotLanguage
  readonly message: string
}

/**
 * A version that was published before may go live again with faults that keep a draft from being published but harm nobody: a
 * value on file that may be missing in a text, and an answer with a word that is heard before it.
 */
export type Stage = 'draft' | 'published'

/** The ids of the organization that a flow may name, and the keywords of its other live flows. */
export interface References {
  readonly staff: ReadonlySet<string>
  readonly roles: ReadonlySet<string>
  readonly files: ReadonlySet<string>
  readonly doctors: ReadonlySet<string>
  readonly forms: ReadonlySet<string>
  readonly endpoints: ReadonlySet<string>
  /** Each as `plainWords` has it. */
  readonly keywords: ReadonlySet<string>
}

export interface Checked {
  readonly flow: Flow
  readonly nodes: ReadonlyMap<string, FlowNode>
  readonly ways: Ways
  /** The blocks that a session can come to. */
  readonly reached: ReadonlySet<string>
  /** The same for sessions of one channel. */
  readonly reachedBy: Readonly<Record<BotChannel, ReadonlySet<string>>>
}

export function checkedFlow(flow: Flow): Checked {
  const ways = waysOf(flow)
  const next = (id: string) => targetsOf(ways, id)
  const from = (starts: readonly FlowNode[]) =>
    reachedFrom(
      starts.map(({ id }) => id),
      next,
    )
  const by = (channel: BotChannel) => from(startsOf(flow).filter((start) => channelsOf(start).includes(channel)))
  return {
    ...{ flow, ways, nodes: new Map(flow.nodes.map((node) => [node.id, node])) },
    ...{ reached: from(startsOf(flow)), reachedBy: { sms: by('sms'), chat: by('chat') } },
  }
}
