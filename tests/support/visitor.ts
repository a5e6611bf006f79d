/** A patient who chats from a clinic's web page, without the page: makes the page's calls. */
import type { BodyOf, QueryOf, ReplyOf } from '@foyer/contracts/call.ts'
import { type Calls, calls } from '@foyer/contracts/calls.ts'

type ChatName = 'chatSend' | 'chatMessages' | 'chatSeen'
type Input<Name extends ChatName> = { query?: QueryOf<Calls[Name]>; body?: BodyOf<Calls[Name]> }

export interface ChatAnswer<Name extends ChatName> {
  readonly status: number
  readonly body: ReplyOf<Calls[Name]>
}

export interface ChatVisitor {
  readonly organizationId: string
  readonly visitorId: string
  readonly secret: string
  readonly token: string
  ask<Name extends ChatName>(name: Name, input?: Input<Name>, token?: string): Promise<ChatAnswer<Name>>
  /** Sends a message and returns the API's answer; throws a refusal. */
  say(message: string, clientId?: string): Promise<ReplyOf<Calls['chatSend']>['data']>
  /** Returns the texts of the conversation as the patient sees it. */
  read(): Promise<string[]>
}

export async function visit(url: string, organizationId: string): Promise<ChatVisitor> {
  const answer = await fetch(`${url}${calls.chatSession.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ organizationId }),
  })
  const reply = (await answer.json()) as ReplyOf<Calls['chatSession']>
  if (!answer.ok) throw new Error(`The chat session was refused: ${answer.status} ${JSON.stringify(reply)}`)
  const { visitorId, secret, token } = reply.data

  const ask: ChatVisitor['ask'] = async (name, input = {}, bearer = token) => {
    const { method, path } = calls[name]
    const search = new URLSearchParams(input.query as Record<string, string>)
    const asked = await fetch(`${url}${path}?${search}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, ...(input.body && { 'content-type': 'application/json' }) },
      ...(input.body && { body: JSON.stringify(input.body) }),
    })
    return { status: asked.status, body: (await asked.json()) as never }
  }

  return {
    ...{ organizationId, visitorId, secret, token, ask },
    async say(message, clientId = crypto.randomUUID()) {
      const { status, body } = await ask('chatSend', { body: { clientId, message } })
      if (status !== 200) throw new Error(`The chat refused: ${status} ${JSON.stringify(body)}`)
      return body.data
    },
    read: async () => (await ask('chatMessages')).body.data.map(({ message }) => message),
  }
}
