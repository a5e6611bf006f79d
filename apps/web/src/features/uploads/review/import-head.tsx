import type { Import } from '@foyer/contracts/imports/imports.ts'
import { clsx } from 'clsx'
import { Check, FileSpreadsheet } from 'lucide-react'
import { pastLabel } from '../../../lib/time-labels.rules.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useServices } from '../../../parts/services.tsx'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { Link } from '../../../ui/link.tsx'
import { STAGES, sizeFacts, stagePlace } from '../import-words.rules.ts'
import { uploadKinds } from '../upload-kinds.rules.ts'

interface ImportHeadProps {
  told: Import
  timezone: string
  onColumns: () => void
  onRows: () => void
}

/** The file, who uploaded it, and how far it is. */
export function ImportHead({ told, timezone, onColumns, onRows }: ImportHeadProps) {
  const { clock, app } = useServices()
  const now = useNow(clock)
  const nameOf = useStaffName()
  const isOwn = app.mainContext.user?._id === told.createdBy
  const by = isOwn ? 'you' : nameOf(told.createdBy, told.createdByName)
  const uploaded = `uploaded ${pastLabel(told.createdAt, now, timezone)} by ${by}`
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 max-md:px-4">
      <div className="flex min-w-0 items-center gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-md bg-ok text-ok-text">
          <FileSpreadsheet aria-hidden size={20} strokeWidth={1.75} />
        </span>
        <div className="min-w-0">
          <h2 className="text-md font-semibold tracking-tight wrap-anywhere">
            <bdi>{told.fileName}</bdi>
          </h2>
          <p className="num text-sm text-muted">{[sizeFacts(told), uploaded].filter(Boolean).join(', ')}</p>
        </div>
      </div>
      <Steps {...{ told, onColumns, onRows }} />
    </header>
  )
}

function Steps({ told, onColumns, onRows }: Omit<ImportHeadProps, 'timezone'>) {
  const place = stagePlace(told)
  const current = Math.min(place, STAGES.length - 1)
  const back = uploadKinds.find(({ sheet }) => sheet === told.kind)?.to ?? '/uploads'
  const isReviewed = told.state === 'review'
  return (
    <ol aria-label="Steps" className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      {STAGES.map(({ stage, label }, at) => {
        const isDone = at < place
        const look = <StepLook {...{ label, at, isDone }} isCurrent={at === current} />
        const go = stage === 'matchColumns' ? onColumns : stage === 'fixRows' ? onRows : null
        return (
          <li key={stage} aria-current={at === current ? 'step' : undefined} className="flex items-center gap-2">
            {at > 0 && <span aria-hidden className="h-px w-6 bg-line-strong max-xl:hidden" />}
            {stage === 'chooseFile' ? (
              <Link to={back} className={STEP}>
                {look}
              </Link>
            ) : go && isReviewed ? (
              <button type="button" onClick={go} className={STEP}>
                {look}
              </button>
            ) : (
              <span className={STEP}>{look}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

const STEP = 'flex min-h-6 items-center gap-2 rounded-sm pointer-coarse:min-h-11'

function StepLook(step: { label: string; at: number; isDone: boolean; isCurrent: boolean }) {
  const { label, at, isDone, isCurrent } = step
  return (
    <>
      <span
        className={clsx(
          'num grid size-6 shrink-0 place-items-center rounded-sm border text-xs font-semibold',
          isDone
            ? 'border-transparent bg-accent text-on-accent'
            : isCurrent
              ? 'border-2 border-accent text-link'
              : 'border-control text-muted',
        )}
      >
        {isDone ? <Check aria-label="Done" size={14} /> : at + 1}
      </span>
      <span
        className={clsx(
          isCurrent ? 'font-semibold' : isDone ? 'font-medium' : 'text-muted',
          !isCurrent && 'max-md:sr-only',
        )}
      >
        {label}
      </span>
    </>
  )
}
