import type { ChatbotVersion } from '@foyer/contracts/chatbot/chatbot.ts'
import { ArrowLeft, History } from 'lucide-react'
import { useState } from 'react'
import { momentLabel } from '../../../lib/time-labels.rules.ts'
import { useNow } from '../../../lib/use-now.ts'
import { PageSheet, Section } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useServices } from '../../../parts/services.tsx'
import { useStaffName } from '../../../parts/staff-names.tsx'
import { Note } from '../../../parts/state-notes.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { useChatbots } from '../use-chatbots.ts'
import { Comparison } from './comparison.tsx'
import { Numbers } from './numbers.tsx'
import { ReplaceDraft } from './replace-draft.tsx'
import { RollBack } from './roll-back.tsx'
import { Saves } from './saves.tsx'
import { type Earlier, useVersions } from './use-versions.ts'

interface VersionsScreenProps {
  organizationId: string
  flowId: string
  timezone: string
}

/** The published versions of a chatbot: what each changed, and the way back. */
export function VersionsScreen({ organizationId, flowId, timezone }: VersionsScreenProps) {
  const row = useChatbots(organizationId).data?.find(({ _id }) => _id === flowId)
  const versions = useVersions({ organizationId, flowId, newest: row?.publishedVersion ?? null })
  const [rolling, setRolling] = useState<{ number: number; next: number } | null>(null)
  const [opening, setOpening] = useState<Earlier | null>(null)
  const place = { organizationId, flowId }
  return (
    <PageSheet
      title="Versions"
      lead={row?.name ?? 'The published versions of this chatbot.'}
      wide
      action={
        <Link to={`/chatbot/${flowId}`} className={buttonLook('default', 'md')}>
          <ArrowLeft aria-hidden size={16} />
          Back to the builder
        </Link>
      }
    >
      <QueryState
        query={versions}
        what="The versions"
        rows={3}
        empty={
          <Note
            icon={History}
            title="Nothing is published yet"
            detail="Each time the draft is published, a version stays here with its note. Patients meet the newest."
          />
        }
      >
        {(all) => (
          <>
            <Section title="Published" flush>
              <Rows
                {...{ all, timezone }}
                onRollBack={(number) => setRolling({ number, next: (all[0]?.number ?? 0) + 1 })}
                onOpen={(number) => setOpening({ kind: 'version', number })}
              />
            </Section>
            {all[0] !== undefined && <Numbers {...{ ...place, timezone, version: all[0].number }} />}
            <Comparison {...{ ...place, versions: all }} />
          </>
        )}
      </QueryState>
      {row !== undefined && (
        <Saves
          {...{ ...place, timezone, revision: row.revision }}
          onOpen={(number) => setOpening({ kind: 'save', number })}
        />
      )}
      {opening !== null && (
        <ReplaceDraft {...{ ...place, timezone, row }} from={opening} onClose={() => setOpening(null)} />
      )}
      {/* Outside of the list, which is read anew as soon as the new version is told. */}
      {rolling !== null && (
        <RollBack
          {...{ ...place, ...rolling }}
          onDone={(number) => {
            notifySuccess(`Version ${number} is live`)
            setRolling(null)
          }}
          onClose={() => setRolling(null)}
        />
      )}
    </PageSheet>
  )
}

interface RowsProps {
  all: readonly ChatbotVersion[]
  timezone: string
  onRollBack: (number: number) => void
  onOpen: (number: number) => void
}

function Rows({ all, timezone, onRollBack, onOpen }: RowsProps) {
  const now = useNow(useServices().clock)
  const offline = useOffline()
  const nameOf = useStaffName()
  const newest = all[0]?.number
  return (
    <ol aria-label="Published versions" reversed className="divide-y divide-line border-t border-line">
      {all.map(({ number, note, by, at, restoredFrom, running }) => (
        <li key={number} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm md:px-5">
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-medium">
              {`Version ${number}`}
              {number === newest && <span className="ml-2 text-xs font-medium text-ok-text">Newest</span>}
            </p>
            <p className="wrap-anywhere">{note}</p>
            <p className="num text-xs text-muted">
              {[
                momentLabel(at, now, timezone),
                by === null ? null : `by ${nameOf(by._id, by.name)}`,
                restoredFrom === null ? null : `brings back version ${restoredFrom}`,
                running > 0 ? `${running} in it now` : null,
              ]
                .filter((words) => words !== null)
                .join(' · ')}
            </p>
          </div>
          <div className="flex gap-2">
            <Button size="sm" disabledReason={offlineReason(offline, 'Opening')} onClick={() => onOpen(number)}>
              Open as draft
            </Button>
            {number !== newest && (
              <Button
                size="sm"
                disabledReason={offlineReason(offline, 'Publishing')}
                onClick={() => onRollBack(number)}
              >
                {`Roll back to ${number}`}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
