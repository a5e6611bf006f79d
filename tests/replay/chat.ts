/** What patients do on a clinic's web page. */
import { CEDAR } from '../calls/clinics.ts'
import { visit } from '../support/visitor.ts'
import type { Stage } from './stage.ts'

/** Somebody new writes, and the page may repeat it. */
export function chatSays(message: string, times = 1) {
  return async ({ clinics, visitor: { organizationId } }: Stage) => {
    const visitor = await visit(clinics.url, organizationId)
    const clientId = crypto.randomUUID()
    for (let time = 0; time < times; time++) await visitor.say(message, clientId)
  }
}

/** The visitor's screen shows everything that it may. */
export async function chatSees({ visitor }: Stage): Promise<void> {
  const { body } = await visitor.ask('chatMessages')
  const upTo = body.data.at(-1)?._id ?? 'none'
  const { status } = await visitor.ask('chatSeen', { body: { upTo } })
  if (status !== 200) throw new Error(`To have seen it was refused: ${status}`)
}

/** As Lena, about the chat of the stage. */
export function inChat<Name extends 'sendMessage' | 'closeConversation'>(name: Name, fields: object) {
  return ({ clinics, chatId: conversationId }: Stage) =>
    clinics.staff.lena.call(name, { body: { organizationId: CEDAR.id, conversationId, ...fields } } as never)
}
