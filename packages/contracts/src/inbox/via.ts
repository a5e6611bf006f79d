/** The rule or the chatbot that wrote a message or made a change, instead of a person. */
import { z } from 'zod'

export const viaSchema = z.union([
  z.object({ automationId: z.string(), name: z.string(), runId: z.string() }),
  z.object({ flowId: z.string(), name: z.string(), sessionId: z.string() }),
])
