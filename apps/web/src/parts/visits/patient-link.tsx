import type { ReactNode } from 'react'
import { Link } from '../../ui/link.tsx'
import { chartAddress } from './chart-address.rules.ts'

interface PatientLinkProps {
  patientId: string
  /** What the link says: "Open chart", or the patient's name. */
  children: ReactNode
  className?: string
}

/** Leads to the patient's chart. */
export function PatientLink({ patientId, children, className = 'text-link hover:underline' }: PatientLinkProps) {
  return (
    <Link to={chartAddress(patientId)} className={className}>
      {children}
    </Link>
  )
}
