import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { ImageUp } from 'lucide-react'
import { useRef } from 'react'
import { DoctorFace } from '../../../parts/doctors/doctor-face.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { usePicture } from './use-picture.ts'

interface PictureFieldProps {
  organizationId: string
  doctor: Doctor
  offline: boolean
}

/** A doctor's face, and the button that replaces it. */
export function PictureField({ organizationId, doctor, offline }: PictureFieldProps) {
  const { isSaving, problem, replace } = usePicture(organizationId, doctor)
  const picker = useRef<HTMLInputElement>(null)
  return (
    <section aria-label="Picture" className="flex flex-col items-start gap-3">
      <DoctorFace doctor={doctor} size="xl" />
      <Button
        icon={ImageUp}
        busy={isSaving}
        disabledReason={offlineReason(offline, 'A new picture')}
        onClick={() => picker.current?.click()}
      >
        {doctor.picture === null ? 'Add a picture' : 'Replace the picture'}
      </Button>
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        aria-label="Picture of the doctor"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void replace(file)
          // The same file may be picked again after a failure.
          target.value = ''
        }}
      />
      <p className="max-w-52 text-xs text-muted">
        PNG, JPEG or WebP, at least 64 pixels on each side. It is cut to a square, and what a camera hides in it is left
        out.
      </p>
      {problem !== null && <FormProblem>{problem}</FormProblem>}
    </section>
  )
}
