import { useSelector } from '@xstate/react'
import { use } from 'react'
import { useSnapshot } from 'valtio'
import { momentLabel } from '../lib/time-labels.rules.ts'
import { Live } from '../parts/live-context.tsx'
import { useActiveOrganization, useApp, useServices } from '../parts/services.tsx'
import type { ConnectionWord } from './connection.rules.ts'
import { connectionFacts, MEANINGS } from './connection-facts.rules.ts'

/** Explains the connection word of the top bar. */
export function ConnectionDetails({ word, since }: { word: ConnectionWord; since: Date | null }) {
  const timezone = useActiveOrganization()?.timezone ?? 'UTC'
  const currency = useSelector(use(Live) ?? undefined, (snapshot) => snapshot?.context.currency ?? null)
  const { clock } = useServices()
  const { waiting } = useSnapshot(useApp().status).outbox
  const facts = connectionFacts({
    word,
    waiting,
    downSince: since,
    liveSince: currency?.liveSince ?? null,
    last: currency?.last ?? null,
    time: (at) => momentLabel(at, clock.now(), timezone),
  })
  return (
    <div className="p-4">
      <h2 className="text-sm font-semibold">{word}</h2>
      <p className="mt-1 text-sm text-muted">{MEANINGS[word]}</p>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
        {facts.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="num text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
