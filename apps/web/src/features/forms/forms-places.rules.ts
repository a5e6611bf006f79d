import type { CommandPlace } from '../../parts/feature.ts'

export const placesOf = (): readonly CommandPlace[] => [
  { title: 'Forms', words: 'questionnaire intake submitted patients', to: '/forms' },
  { title: 'Exports', words: 'excel download forms submissions workbook', to: '/exports' },
]

export const formPlace = (formId: string) => `/forms/${encodeURIComponent(formId)}`
export const submissionPlace = (submissionId: string) => `/forms/submissions/${encodeURIComponent(submissionId)}`
