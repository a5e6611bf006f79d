import type { Import, ImportRow } from '@foyer/contracts/imports/imports.ts'
import { kindOf } from '@foyer/contracts/imports/kinds.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useApi } from '../../../parts/services.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import type { ImportActor } from '../import.machine.ts'
import { type ComparedLine, comparedLines, comparedNoun, namedRecord } from './compare.rules.ts'
import { comparedIssue } from './rows.rules.ts'

interface CompareDrawerProps {
  actor: ImportActor
  told: Import
  off: string | undefined
}

const PATIENT = kindOf('demographics').one

/** A row beside the stored record that it may mean. */
export function CompareDrawer({ actor, told, off }: CompareDrawerProps) {
  const row = useSelector(actor, ({ context }) => context.comparing)
  return (
    <Drawer
      open={row !== null}
      title={row === null ? 'Compare' : `Compare row ${row.row}`}
      onClose={() => actor.send({ type: 'close' })}
    >
      {row && <Compared key={row.row} {...{ actor, told, off, row }} />}
    </Drawer>
  )
}

function Compared({ actor, told, off, row }: CompareDrawerProps & { row: ImportRow }) {
  const issue = comparedIssue(row)
  const records = issue?.records ?? []
  const [recordId, setRecordId] = useState(records[0]?.recordId ?? '')
  const one = comparedNoun(told.kind, issue)
  const chosen = records.find((record) => record.recordId === recordId)
  const { data: stored } = useStored(told, one === PATIENT ? recordId : '')
  const lines = comparedLines(told.kind, told.columns, row, stored)
  const decide = (edit: { decision?: 'new' | { same: string }; skip?: true }) =>
    actor.send({ type: 'mend', edit: { row: row.row, ...edit } })
  // A key that another record has can't be given to a new one.
  const mayBeNew = issue?.level === 'warning'
  return (
    <div className="space-y-4 p-4">
      {issue && <p className="text-sm">{`${issue.message}.`}</p>}
      {records.length > 1 && (
        <fieldset className="space-y-1">
          <legend className="mb-1 text-sm font-medium">Which record</legend>
          {records.map((record) => (
            <label key={record.recordId} className="flex items-center gap-2 text-sm pointer-coarse:min-h-11">
              <input
                type="radio"
                name="record"
                checked={record.recordId === recordId}
                onChange={() => setRecordId(record.recordId)}
                className="size-4 accent-accent"
              />
              {namedRecord(record)}
            </label>
          ))}
        </fieldset>
      )}
      <Lines lines={lines} stored={chosen ? namedRecord(chosen) : 'Stored'} />
      <div className="flex flex-col items-start gap-2">
        <Button
          kind="primary"
          disabledReason={off}
          onClick={() => decide({ decision: { same: recordId } })}
        >{`Same ${one}: update ${chosen?.name ?? 'the record'}`}</Button>
        {mayBeNew && <Button disabledReason={off} onClick={() => decide({ decision: 'new' })}>{`New ${one}`}</Button>}
        <Button
          kind="ghost"
          disabledReason={off}
          onClick={() => decide({ skip: true })}
        >{`Skip row ${row.row}`}</Button>
      </div>
    </div>
  )
}

function Lines({ lines, stored }: { lines: readonly ComparedLine[]; stored: string }) {
  return (
    <table aria-label="Row and record" className="w-full table-fixed text-left text-sm">
      <thead className="narrow text-xs text-muted">
        <tr>
          <th scope="col" className="w-1/4 py-1 font-medium">
            <span className="sr-only">Field</span>
          </th>
          <th scope="col" className="py-1 font-medium">
            In the file
          </th>
          <th scope="col" className="py-1 font-medium wrap-anywhere">
            {stored}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ field, label, ours, theirs, isSame }) => (
          <tr key={field} className="border-t border-line align-top">
            <th scope="row" className="py-1.5 pr-2 font-normal text-muted">
              {label}
            </th>
            <td className="py-1.5 pr-2 wrap-anywhere">
              <bdi>{ours}</bdi>
            </td>
            <td className="py-1.5 wrap-anywhere">
              <bdi className={isSame === false ? 'font-semibold' : undefined}>{theirs ?? ''}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The stored patient; of other records only the list of candidates tells. */
function useStored({ organizationId }: Import, recordId: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['compared', organizationId, recordId],
    enabled: recordId !== '',
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { data } = await api('patientRecord', { params: { id: recordId }, query: { organizationId }, signal })
      return data
    },
  })
}
