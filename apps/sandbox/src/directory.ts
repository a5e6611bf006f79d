/** The demo's phone numbers: clinics and the initial patients. */
export interface Entry {
  readonly number: string
  readonly name: string
}

export interface Directory {
  readonly clinics: readonly Entry[]
  readonly patients: readonly Entry[]
}

export const DEMO_DIRECTORY: Directory = {
  clinics: [
    { number: '+15125550100', name: 'Cedar Ridge Medical Group' },
    { number: '+16175550100', name: 'Lakeside Hospital' },
    { number: '+14155550100', name: 'Harbor Urgent Care' },
  ],
  patients: [
    { number: '+15125550142', name: 'Rosalind Carver' },
    { number: '+15125550167', name: 'Miguel Santos' },
    { number: '+15125550119', name: 'Theodore Lindqvist' },
    { number: '+15125550128', name: 'Aisha Mahmoud' },
    { number: '+15125550153', name: 'Jun Takahashi' },
  ],
}
