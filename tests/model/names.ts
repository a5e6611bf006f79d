/** Short forms of messages and steps: as keys, and as names in a printed path. */
import type { Page } from '../../apps/web/src/features/inbox/list/list-pages.rules.ts'
import { signOf } from './api-log.ts'
import type { FromRelay } from './relay.ts'
import type { Input } from './tab.ts'

export function brief(message: FromRelay): unknown {
  if (message.type === 'relay.events') {
    const { organizationId, epoch, from, to, events } = message.frame
    return ['f', organizationId, epoch, from, to, events.map(signOf)]
  }
  if (message.type === 'relay.subscribed' && message.reply.ok) {
    const { epoch, head } = message.reply
    return ['s', message.ask, epoch, head, 'events' in message.reply && message.reply.events.map(signOf)]
  }
  return message
}

export function keyOfInput(input: Input): string {
  if (input.what === 'list.read') return `list ${input.page.epoch} ${input.page.asOf} ${versions(input.page.items)}`
  if (input.what === 'thread.read') {
    const { epoch, asOf, messages, conversation } = input.reading
    return `thread ${epoch} ${asOf} ${messages.map(({ _id }) => _id)} ${conversation?.lastMessage}`
  }
  if (input.what === 'received' && (input.event.type === 'relay.events' || input.event.type === 'relay.subscribed')) {
    return JSON.stringify(brief(input.event as FromRelay))
  }
  return JSON.stringify(input)
}

const versions = (items: Page['items']) => items.map(({ version, lastMessage }) => `${version} ${lastMessage}`).join()

export function nameOf(message: FromRelay): string {
  if (message.type === 'relay.events') return `(${message.frame.from}, ${message.frame.to}] of ${message.frame.epoch}`
  if (message.type === 'relay.head') return `the head ${message.head.head} of ${message.head.epoch}`
  if (message.type === 'relay.upstream') return `upstream ${message.upstream.ok ? 'sure' : 'unsure'}`
  if (message.type === 'relay.watched') return 'that the topic is joined'
  return message.reply.ok
    ? `${'resync' in message.reply ? 'to load again' : 'the missed events'} up to ${message.reply.head}`
    : 'to ask later'
}
