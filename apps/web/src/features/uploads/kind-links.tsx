import type { ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Link } from '../../ui/link.tsx'
import type { UploadKind } from './upload-kinds.rules.ts'
import { useDownload } from './use-download.ts'

interface KindLinksProps {
  kind: UploadKind
  sheet: ImportKind
  organizationId: string
}

/** The links to the records of a kind that the rail doesn't lead to. */
const RECORDS: Readonly<Partial<Record<ImportKind, { readonly to: string; readonly label: string }>>> = {
  providers: { to: '/doctors', label: 'Doctors' },
  demographics: { to: '/patients', label: 'Patients' },
  appointments: { to: '/appointments', label: 'Appointments' },
}

/** The records of the kind, and a sheet with its columns. */
export function KindLinks({ kind, sheet, organizationId }: KindLinksProps) {
  const { isBusy, save } = useDownload()
  const records = RECORDS[sheet]
  const query = new URLSearchParams({ organizationId, kind: sheet })
  return (
    <>
      {records && (
        <Link to={records.to} className={buttonLook('ghost', 'md')}>
          {records.label}
        </Link>
      )}
      <Button
        icon={Download}
        busy={isBusy}
        onClick={() =>
          save(`/api/main/import/template?${query}`, 'importTemplate', `${kind.slug}-template.xlsx`, 'The template')
        }
      >
        Template
      </Button>
    </>
  )
}
