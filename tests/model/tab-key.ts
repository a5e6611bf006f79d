/** The key of a tab. Two tabs with the same key show the same and will behave the same. */
import type { Frame } from '@foyer/contracts/live.ts'
import { signOf } from './api-log.ts'
import type { Snapshots, Tab } from './tab.ts'

export function keyOf({ org, live, list, thread, timers, wait, counts }: Tab): string {
  const {
    position,
    readers,
    watched,
    openings,
    asked,
    answered,
    ahead,
    upstreamOk,
    organizationId,
    networkUp,
    freshToken,
  } = live.context
  const frame = ({ epoch, from, to, events }: Frame) => [epoch, from, to, events.map(signOf)]
  const rows = (known: ReadonlyMap<string, { version: number; lastMessage: string | null }>) =>
    [...known].map(([id, { version, lastMessage }]) => [id, version, lastMessage])
  const ids = (messages: readonly { _id: string }[]) => messages.map(({ _id }) => _id)
  const shown = list.context
  return JSON.stringify([
    [
      org,
      live.value,
      position,
      [...readers],
      watched,
      openings,
      asked,
      answered,
      ahead.map(frame),
      upstreamOk,
      organizationId,
    ],
    [networkUp, freshToken, [...timers.keys()].sort(), wait.isOpen, wait.waiting.map(frame), counts],
    [list.value, shown.epoch, rows(shown.known), shown.incoming && [shown.incoming.epoch, rows(shown.incoming.known)]],
    [shown.order, [...shown.waiting], shown.unsure, shown.overflown],
    thread && threadKey(thread, ids),
  ])
}

function threadKey({ value, context }: Snapshots['thread'], ids: (messages: readonly { _id: string }[]) => string[]) {
  const { epoch, messages, readAsOf, seen, incoming, joinedAt, conversationDue } = context
  return [
    value,
    epoch,
    ids(messages),
    readAsOf,
    seen,
    incoming && [incoming.epoch, ids(incoming.messages)],
    joinedAt,
    conversationDue,
  ]
}
