import type { ImportProgress } from '@foyer/contracts/imports/imports.ts'
import type { ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import { FileSpreadsheet } from 'lucide-react'
import { momentLabel } from '../../lib/time-labels.rules.ts'
import { useNow } from '../../lib/use-now.ts'
import { QueryState } from '../../parts/query-state.tsx'
import { useServices } from '../../parts/services.tsx'
import { useStaffName } from '../../parts/staff-names.tsx'
import { LoadMore, Note } from '../../parts/state-notes.tsx'
import { Link } from '../../ui/link.tsx'
import { factsOf, stateWords, type Tone } from './import-words.rules.ts'
import { Card } from './kind-head.tsx'
import type { UploadsOrganization } from './organization.ts'
import { importAddress } from './upload-kinds.rules.ts'
import { useImports } from './use-imports.ts'

/** The imports of a kind, newest first: state, counts, who and when. */
export function EarlierImports({ kind, organization }: { kind: ImportKind; organization: UploadsOrganization }) {
  const imports = useImports(organization._id, kind)
  const now = useNow(useServices().clock)
  return (
    <Card label="Imports" head={<h2 className="text-md font-semibold tracking-tight">Earlier imports</h2>}>
      <QueryState
        query={imports}
        what="The imports"
        empty={
          <Note
            icon={FileSpreadsheet}
            title="No imports yet"
            detail="Files that somebody of the clinic uploads stand here, with what became of their rows. The template shows the columns."
          />
        }
      >
        {(all) => (
          <>
            <ul aria-label="Earlier imports" className="divide-y divide-line border-t border-line">
              {all.map((told) => (
                <li key={told._id} data-import-id={told._id}>
                  <ImportLine {...{ told, now }} timezone={organization.timezone} />
                </li>
              ))}
            </ul>
            <LoadMore rows={imports} what="imports" quiet />
          </>
        )}
      </QueryState>
    </Card>
  )
}

const TONES: Readonly<Record<Tone, string>> = {
  muted: 'text-muted',
  ok: 'text-ok-text',
  warn: 'text-warn-text',
  bad: 'text-bad-text',
}

function ImportLine({ told, now, timezone }: { told: ImportProgress; now: Date; timezone: string }) {
  const nameOf = useStaffName()
  const { word, tone } = stateWords(told)
  const by = nameOf(told.createdBy, told.createdByName)
  return (
    <div className="relative flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5 hover:bg-hover">
      <div className="min-w-0 flex-1 basis-64">
        <Link
          to={importAddress(told)}
          className="text-base font-medium wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          <bdi>{told.fileName}</bdi>
        </Link>
        <p className="num text-sm wrap-anywhere text-muted">{factsOf(told)}</p>
      </div>
      <div className="text-right text-sm max-md:text-left">
        <p className={`font-medium ${TONES[tone]}`}>{word}</p>
        <p className="num text-xs text-muted">{`${momentLabel(told.createdAt, now, timezone)}, ${by}`}</p>
      </div>
    </div>
  )
}
