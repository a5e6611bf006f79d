import { FILE_BYTES_MAX } from '@foyer/contracts/defaults.ts'
import type { ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useApi } from '../../parts/services.tsx'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { FormProblem } from '../../ui/form-problem.tsx'
import { DropArea } from './drop-area.tsx'
import { EarlierImports } from './earlier-imports.tsx'
import { startImport } from './import.actors.ts'
import type { ImportActor } from './import.machine.ts'
import { KindHead } from './kind-head.tsx'
import { KindLinks } from './kind-links.tsx'
import { InsuranceList } from './lists/insurance-list.tsx'
import { ReferralList } from './lists/referral-list.tsx'
import type { UploadsOrganization } from './organization.ts'
import { Progress } from './progress.tsx'
import { uploadFailure } from './upload-failure.rules.ts'
import { importAddress, type UploadKind } from './upload-kinds.rules.ts'

export interface SheetScreenProps {
  kind: UploadKind
  sheet: ImportKind
  organization: UploadsOrganization
}

/** The page of a kind of spreadsheets: a place for the next one, and what became of the earlier ones. */
export function SheetScreen(props: SheetScreenProps) {
  const { sheet, organization } = props
  const { _id: organizationId, timezone } = organization
  const api = useApi()
  const [actor, setActor] = useState<ImportActor | null>(null)
  useEffect(() => {
    const parts = { api, organizationId, timezone, kind: sheet, import: null }
    const started = startImport({ ...parts, newId: () => crypto.randomUUID() })
    setActor(started)
    return () => void started.stop()
  }, [api, organizationId, timezone, sheet])
  return actor && <SheetRoom actor={actor} {...props} />
}

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.xls'
const HELP = 'CSV, TSV or Excel, up to 10 MB and 100,000 rows. Nothing is imported before you have seen it.'

export function SheetRoom({ actor, kind, sheet, organization }: SheetScreenProps & { actor: ImportActor }) {
  const navigate = useNavigate()
  const offline = useOffline()
  const { file, share, error } = useSelector(actor, ({ context }) => context)
  const isSending = useSelector(actor, (state) => state.matches('sending') || state.matches('sent'))
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    const link = actor.on('sent', ({ importId }) => void navigate(importAddress({ kind: sheet, _id: importId })))
    return () => link.unsubscribe()
  }, [actor, navigate, sheet])

  function choose(files: readonly File[]) {
    const [first] = files
    const wrong = first === undefined || files.length > 1 ? 'One file at a time.' : problemOf(first)
    setProblem(wrong)
    if (first !== undefined && wrong === null) actor.send({ type: 'chosen', file: first })
  }
  const said = problem ?? (error === null ? null : uploadFailure(error))
  return (
    <>
      <KindHead kind={kind}>
        <KindLinks kind={kind} sheet={sheet} organizationId={organization._id} />
      </KindHead>
      {isSending ? (
        <div className="border border-line bg-surface px-4 py-8 max-md:border-x-0 md:rounded-lg">
          <p className="mb-2 text-sm font-medium wrap-anywhere">
            <bdi>{file?.name}</bdi>
          </p>
          <Progress label="Sending" words={`Sending ${Math.round(share * 100)} %`} share={share} />
        </div>
      ) : (
        <DropArea
          words="Drop a spreadsheet here, or"
          help={HELP}
          accept={ACCEPTED}
          disabledReason={offlineReason(offline, 'Sending')}
          onFiles={choose}
        />
      )}
      {said !== null && !isSending && (
        <div className="max-md:px-4">
          <FormProblem>{said}</FormProblem>
        </div>
      )}
      <EarlierImports kind={sheet} organization={organization} />
      {sheet === 'insuranceProviders' && <InsuranceList organizationId={organization._id} />}
      {sheet === 'referrals' && <ReferralList organization={organization} />}
    </>
  )
}

function problemOf({ name, size }: File): string | null {
  if (size === 0) return `${name} is empty.`
  return size > FILE_BYTES_MAX ? `${name} is larger than 10 MB.` : null
}
