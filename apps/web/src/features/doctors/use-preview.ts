import { previewOf } from '@foyer/contracts/doctors/doctor.rules.ts'
import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { useNavigate } from 'react-router'
import { useApp } from '../../parts/services.tsx'

/** [DOC-01] [ENTITY-15] [OPEN-018] Keeps what the preview shows in the app state, and goes there. */
export function usePreview() {
  const { mainContext } = useApp()
  const navigate = useNavigate()
  return (doctor: Doctor) => {
    mainContext.doctorPreviewData = { ...previewOf(doctor) }
    mainContext.doctorPreviewImage = doctor.picture
    void navigate('/doctors/preview')
  }
}
