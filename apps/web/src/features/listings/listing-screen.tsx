import { useSelector } from '@xstate/react'
import { ArrowLeft, ListChecks } from 'lucide-react'
import { useEffect } from 'react'
import { CallError } from '../../api/call-error.ts'
import { failureMessage } from '../../parts/failure-message.rules.ts'
import { UnsavedGuard } from '../../parts/form/unsaved-guard.tsx'
import { hoursTypesOf } from '../../parts/listings/listing-words.rules.ts'
import { PageRoom } from '../../parts/page-room.tsx'
import { PageSheet } from '../../parts/page-sheet.tsx'
import { ForAdmins } from '../../parts/query-state.tsx'
import { useApp } from '../../parts/services.tsx'
import { Failed, Loading } from '../../parts/state-notes.tsx'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Link } from '../../ui/link.tsx'
import { FIELD_LABELS } from './field-words.rules.ts'
import { GoogleUpdates } from './google-updates.tsx'
import { draftProblems, editOf, maskOf } from './listing-draft.rules.ts'
import { isUntold, type ListingEditorActor } from './listing-editor.machine.ts'
import { ListingFields } from './listing-fields.tsx'
import { NotTaken, RefusedChange } from './refused-change.tsx'
import { useClosedDay, useListingChange } from './use-listing-editor.ts'
import { WhatChanges } from './what-changes.tsx'

interface ListingScreenProps {
  actor: ListingEditorActor
  organizationId: string
  locationId: string
  title: string
}

/** [CALL-LISTINGS-04] The editor of a listing: its fields, what Google changed, and what a save would change. */
export function ListingScreen({ actor, organizationId, locationId, title }: ListingScreenProps) {
  const offline = useOffline()
  const { saved, draft, error, theirs } = useSelector(actor, ({ context }) => context)
  const value = useSelector(actor, (state) => state.value)
  const isComparing = useSelector(actor, (state) => state.matches({ editing: 'comparing' }))
  const change = useListingChange(organizationId, locationId)
  const userId = useApp().mainContext.user?._id
  useClosedDay(actor)
  // A change of this person was read again when it was saved.
  const settled = change?.kind === 'fields' && change.state !== 'sending' && change.by !== userId ? change._id : null
  const applied = change?.kind === 'fields' && change.by === userId && change.state === 'applied' ? change._id : null
  const refusedLater =
    change?.kind === 'fields' && change.by === userId && change.state === 'refused' ? change.problems : []
  useEffect(() => {
    if (settled !== null) actor.send({ type: 'outdated' })
  }, [actor, settled])
  useEffect(() => {
    if (applied !== null) actor.send({ type: 'applied' })
  }, [actor, applied])
  const all = (
    <div className="flex flex-wrap gap-2">
      <Link to={`/reviews/listings/${locationId}/attributes`} className={buttonLook('default', 'md')}>
        <ListChecks aria-hidden size={16} />
        Attributes
      </Link>
      <Link to="/reviews/listings" className={buttonLook('default', 'md')}>
        <ArrowLeft aria-hidden size={16} />
        All listings
      </Link>
    </div>
  )
  const body = () => {
    if (value === 'reading') return <Loading what="The listing" rows={6} />
    if (value === 'unreadable') {
      if (error instanceof CallError && error.reason === 'not_allowed') return <ForAdmins />
      return <Failed what="The listing" message={failureMessage(error)} onRetry={() => actor.send({ type: 'retry' })} />
    }
    return <Body {...{ actor, organizationId, locationId, offline }} />
  }
  const mask = maskOf(saved, draft)
  const problems = draftProblems(draft)
  const isSaving = value === 'saving'
  const isToldLater = refusedLater.length > 0 && (value === 'saved' || (value === 'failed' && isUntold(error)))
  const isShown = value !== 'reading' && value !== 'unreadable'
  const showsChanges = isComparing || isSaving || value === 'failed' || value === 'conflict'
  return (
    <PageRoom>
      <PageSheet title={title} lead="What people see on Google. Only what you change is sent." action={all}>
        <UnsavedGuard unsaved={isShown && mask.length > 0} />
        {body()}
        {isShown && (
          <div className="sticky bottom-0 z-1 space-y-3 border-t border-line bg-surface px-4 py-3 md:rounded-b-lg md:px-5">
            {value === 'saved' && (
              <p role="status" className="text-sm text-ok-text">
                Saved. Google may take a while to show it.
              </p>
            )}
            {isToldLater && <NotTaken {...{ labelOf }} problems={refusedLater} />}
            {value === 'failed' && !isToldLater && <RefusedChange {...{ error, labelOf }} />}
            {value === 'conflict' && theirs && (
              <div role="alert" className="rounded-md border border-warn-line bg-warn px-3 py-2 text-sm text-warn-text">
                <p className="font-semibold">Somebody changed this listing after you opened it</p>
                <p>Nothing was saved. Take the newer state, or look at your changes over it.</p>
                <div className="mt-2 flex flex-wrap gap-2">
                  <Button size="sm" onClick={() => actor.send({ type: 'takeTheirs' })}>
                    Take theirs
                  </Button>
                  <Button size="sm" onClick={() => actor.send({ type: 'keepMine' })}>
                    Compare mine again
                  </Button>
                </div>
              </div>
            )}
            <div className="flex flex-wrap items-center gap-2">
              {showsChanges ? (
                <>
                  <Button
                    kind="primary"
                    size="lg"
                    busy={isSaving}
                    disabledReason={
                      offlineReason(offline, 'Saving') ??
                      (value === 'conflict' ? 'Decide first about the newer state.' : undefined) ??
                      (Object.keys(problems).length > 0 ? 'Correct first what is wrong.' : undefined)
                    }
                    onClick={() => actor.send({ type: 'save' })}
                  >
                    {`Save ${changesWords(mask.length)}`}
                  </Button>
                  {!isSaving && value !== 'conflict' && (
                    <Button size="lg" onClick={() => actor.send({ type: 'back' })}>
                      Back to the fields
                    </Button>
                  )}
                </>
              ) : (
                <Button
                  kind="primary"
                  size="lg"
                  disabledReason={mask.length === 0 ? 'Nothing was changed.' : undefined}
                  onClick={() => actor.send({ type: 'compare' })}
                >
                  {mask.length === 0 ? 'Review changes' : `Review ${changesWords(mask.length)}`}
                </Button>
              )}
            </div>
          </div>
        )}
      </PageSheet>
    </PageRoom>
  )
}

const changesWords = (count: number) => (count === 1 ? '1 change' : `${count} changes`)

interface BodyProps extends Omit<ListingScreenProps, 'title'> {
  offline: boolean
}

function Body({ actor, organizationId, locationId, offline }: BodyProps) {
  const { saved, draft } = useSelector(actor, ({ context }) => context)
  const isFields = useSelector(actor, (state) => state.matches({ editing: 'idle' }) || state.matches('saved'))
  if (!isFields)
    return (
      <WhatChanges
        before={saved}
        after={editOf(draft)}
        fields={maskOf(saved, draft)}
        onKeepOld={(field) => actor.send({ type: 'keepOld', field })}
      />
    )
  return (
    <>
      <GoogleUpdates
        {...{ organizationId, locationId, saved, offline }}
        onSettled={() => actor.send({ type: 'outdated' })}
      />
      <ListingFields
        {...{ organizationId, draft }}
        hoursTypes={hoursTypesOf(saved)}
        problems={draftProblems(draft)}
        onChange={(part) => actor.send({ type: 'changed', part })}
      />
    </>
  )
}

const LABELS: Readonly<Record<string, string | undefined>> = FIELD_LABELS
const labelOf = (field: string) => LABELS[field.split('.')[0] ?? '']
