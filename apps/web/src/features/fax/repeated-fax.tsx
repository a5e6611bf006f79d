import type { Fax } from '@foyer/contracts/fax/fax.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { useSelector } from '@xstate/react'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { useServices } from '../../parts/services.tsx'
import { Failed, Loading } from '../../parts/state-notes.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Link } from '../../ui/link.tsx'
import { faxFailure } from './fax-failure.rules.ts'
import type { FaxFormActor } from './fax-form.machine.ts'
import { recipient } from './fax-words.rules.ts'

/** The file and the note of a fax that goes to another number: both stay as they were. */
export function RepeatedFax({ fax, timezone }: { fax: Fax; timezone: string }) {
  const { clock } = useServices()
  const { file, note, createdAt, name, number } = fax
  const to = name === null ? recipient(fax) : `${name}, ${displayPhone(number)}`
  return (
    <div className="space-y-3 rounded-lg border border-line bg-sunken px-3 py-2.5 text-sm">
      <p>
        {'This sends the fax to '}
        <bdi>{to}</bdi>
        {` of ${momentLabel(createdAt, clock.now(), timezone)} to another number.`}
      </p>
      <dl className="space-y-2">
        <div>
          <dt className="font-medium">File</dt>
          <dd className="wrap-anywhere">{file.name}</dd>
        </div>
        {note !== '' && (
          <div>
            <dt className="font-medium">Note</dt>
            <dd dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {note}
            </dd>
          </div>
        )}
      </dl>
      <NewFaxLink />
    </div>
  )
}

function NewFaxLink() {
  return (
    <Link to="/fax" className={buttonLook('default', 'sm')}>
      Write a new fax instead
    </Link>
  )
}

/** Before the fax and its file are there. */
export function OpeningFax({ actor }: { actor: FaxFormActor }) {
  const { openError } = useSelector(actor, ({ context }) => context)
  if (openError === null) return <Loading what="The fax" rows={2} />
  return (
    <>
      <Failed what="The fax" message={faxFailure(openError)} onRetry={() => actor.send({ type: 'retry' })} />
      <div className="px-4">
        <NewFaxLink />
      </div>
    </>
  )
}
