import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { ArchiveRestore, Eye } from 'lucide-react'
import { DoctorFace } from '../../parts/doctors/doctor-face.tsx'
import { offlineReason } from '../../parts/use-offline.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { fullName, visitsWords } from './doctor-list.rules.ts'

interface DoctorCellProps {
  doctor: Doctor
  isSelected: boolean
  offline: boolean
  onSelect: () => void
  onPreview: () => void
  onRestore: () => void
}

/** A doctor in the list: the name leads to the record. */
export function DoctorCell({ doctor, isSelected, offline, onSelect, onPreview, onRestore }: DoctorCellProps) {
  const { _id, name, specialty, departmentName, visitsAhead, archived } = doctor
  const whole = fullName(doctor)
  return (
    <li
      className={`relative flex min-w-0 items-center gap-3 border-r border-b border-line px-4 py-3 hover:bg-hover ${isSelected ? 'bg-selected' : 'bg-surface'}`}
    >
      {!archived && (
        <label className="relative z-1 -m-2 grid size-8 shrink-0 place-items-center pointer-coarse:size-11">
          <input
            type="checkbox"
            aria-label={`Select ${whole}`}
            checked={isSelected}
            onChange={onSelect}
            className="size-4 accent-accent"
          />
        </label>
      )}
      <DoctorFace doctor={doctor} />
      <div className="min-w-0 flex-1">
        <p className="text-base font-semibold wrap-anywhere">
          <Link
            to={`/doctors/${encodeURIComponent(_id)}`}
            data-doctor-id={_id}
            className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {name}
          </Link>
        </p>
        <p className="truncate text-sm text-muted">{specialty ?? 'No specialty yet'}</p>
        <p className="num truncate text-xs text-muted">
          {[departmentName, visitsAhead > 0 ? `${visitsWords(visitsAhead)} ahead` : null].filter(Boolean).join(', ') ||
            'No visits ahead'}
        </p>
      </div>
      <div className="relative z-1 flex shrink-0">
        {archived && (
          <IconButton
            icon={ArchiveRestore}
            label={`Bring back ${whole}`}
            disabledReason={offlineReason(offline, 'Bringing back')}
            onClick={onRestore}
          />
        )}
        <IconButton icon={Eye} label={`Preview ${whole}`} onClick={onPreview} />
      </div>
    </li>
  )
}
