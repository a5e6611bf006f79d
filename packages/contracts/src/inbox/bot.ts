/** The chatbot's part in a conversation and in its messages. */
import { z } from 'zod'
import { botDeeds, botWaits, endings } from '../chatbot/flow-states.rules.ts'
import { expectations } from '../chatbot/limits.rules.ts'

/** The running session of a conversation. While there is one, the assistant answers. */
export const botSchema = z.object({
  sessionId: z.string(),
  flowId: z.string(),
  name: z.string(),
  /** The published version of the flow that it runs. */
  version: z.int().positive(),
  nodeId: z.string(),
  /** The block in which it stands, by its title. */
  title: z.string(),
  /** When it came to this block. */
  since: z.string(),
  waitingFor: z.enum(botWaits),
})

/** The question that a message asks, and its choices as buttons. */
export const promptSchema = z.object({ kind: z.enum(expectations), choices: z.array(z.string()) })
export type MessagePrompt = z.infer<typeof promptSchema>

/** `why` is the ending; null while the session goes on. */
export const botHistorySchema = z.object({
  ...{ kind: z.literal('bot'), flowId: z.string(), name: z.string(), version: z.int().positive() },
  ...{ what: z.enum(botDeeds), why: z.enum(endings).nullable() },
})
