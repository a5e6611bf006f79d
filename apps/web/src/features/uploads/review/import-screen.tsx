import type { Import } from '@foyer/contracts/imports/imports.ts'
import { useSelector } from '@xstate/react'
import { Suspense, useRef, useState } from 'react'
import { usePhone } from '../../../lib/use-phone.ts'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { ImportActor } from '../import.machine.ts'
import type { UploadsOrganization } from '../organization.ts'
import { UploadsFrame } from '../uploads-frame.tsx'
import { ColumnsCard } from './columns-card.tsx'
import { CompareDrawer } from './compare-drawer.tsx'
import { FootBar } from './foot-bar.tsx'
import { ImportHead } from './import-head.tsx'
import { NoticeCard } from './notice-card.tsx'
import { OutcomeCard } from './outcome-card.tsx'
import { RowsCard } from './rows-card.tsx'
import { WorkCard } from './work-card.tsx'

const StartDialog = lazyPart(async () => (await import('./start-dialog.tsx')).StartDialog)

interface ImportScreenProps {
  organization: UploadsOrganization
  actor: ImportActor
  onAnswer: (epoch: string, told: Import) => void
}

/** An import in each of its states, from the reading of its file to the result. */
export function ImportScreen({ organization, actor, onAnswer }: ImportScreenProps) {
  const told = useSelector(actor, ({ context }) => context.import)
  const isAsked = useSelector(actor, ({ context }) => context.isAsked)
  const reviewed = useReviewed(told)
  const offline = useOffline()
  const [isReadAsOpen, setIsReadAsOpen] = useState(false)
  const isPhone = usePhone()
  const columns = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const shown = told?.state === 'checking' ? reviewed : told
  if (told === null) return null
  const { state } = told
  const isReviewed = state === 'checking' || state === 'review'
  const isStarted = state === 'importing' || state === 'stopped' || state === 'done'
  const off = offlineReason(offline, 'Changing')
  const show = (place: HTMLDivElement | null) => {
    place?.scrollIntoView?.({ block: 'start' })
    place?.focus({ preventScroll: true })
  }
  return (
    <UploadsFrame
      organization={organization}
      isOpen
      foot={(isReviewed || state === 'importing' || state === 'stopped') && <FootBar {...{ actor, told, onAnswer }} />}
    >
      <ImportHead
        {...{ told }}
        timezone={organization.timezone}
        onColumns={() => show(columns.current)}
        onRows={() => show(rows.current)}
      />
      {!isReviewed && !isStarted && <NoticeCard told={told} />}
      {state === 'reading' && <WorkCard label="Reading" told={told} />}
      {(state === 'importing' || state === 'stopped') && <WorkCard label="Import" told={told} />}
      {state === 'done' && <OutcomeCard told={told} onShow={() => show(rows.current)} />}
      {isReviewed && (
        <div ref={columns} tabIndex={-1} className="scroll-mt-3 outline-none">
          <ColumnsCard {...{ actor, told, off, isReadAsOpen }} onReadAs={setIsReadAsOpen} />
        </div>
      )}
      {state === 'checking' && <WorkCard label="Checking" told={told} />}
      {shown !== null && (isReviewed || isStarted) && (
        <div ref={rows} tabIndex={-1} className="scroll-mt-3 outline-none">
          <RowsCard
            {...{ actor, off }}
            told={shown}
            isChecking={state === 'checking'}
            onReadAs={isReviewed && !isPhone ? () => setIsReadAsOpen(true) : undefined}
          />
        </div>
      )}
      <CompareDrawer {...{ actor, told, off }} />
      {isAsked && (
        <Suspense fallback={null}>
          <StartDialog {...{ actor, told }} disabledReason={offlineReason(offline, 'Importing')} />
        </Suspense>
      )}
    </UploadsFrame>
  )
}

/** The import as it was reviewed last, for as long as its rows are the same: they stay on the screen while they are checked anew. */
function useReviewed(told: Import | null): Import | null {
  const [last, setLast] = useState<Import | null>(null)
  const next = told?.state === 'checking' ? last : told?.state === 'review' ? told : null
  if (next !== last) setLast(next)
  return next
}
