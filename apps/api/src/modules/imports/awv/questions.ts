/** The questions that a patient answers before an annual wellness visit, as the first page prints them. */

export interface Question {
  readonly text: string
  /** With a box before each; empty for a question that is answered on a line. */
  readonly answers: readonly string[]
}

export interface QuestionGroup {
  readonly title: string
  readonly questions: readonly Question[]
}

const HOW_OFTEN = ['Not at all', 'Several days', 'More than half the days', 'Nearly every day']
const NO_YES = ['No', 'Yes']
const NO_SOMETIMES_OFTEN = ['No', 'Sometimes', 'Often']

export const questions: readonly QuestionGroup[] = [
  {
    title: 'How you are',
    questions: [
      { text: 'How is your health?', answers: ['Excellent', 'Very good', 'Good', 'Fair', 'Poor'] },
      { text: 'In the last 2 weeks, did you feel down, depressed or hopeless?', answers: HOW_OFTEN },
      { text: 'In the last 2 weeks, did you have little interest or pleasure?', answers: HOW_OFTEN },
      { text: 'Do you have pain?', answers: ['None', 'Mild', 'Moderate', 'Severe'] },
      { text: 'Do you often feel alone?', answers: NO_SOMETIMES_OFTEN },
    ],
  },
  {
    title: 'Daily life',
    questions: [
      { text: 'Do you need help with', answers: ['Bathing', 'Dressing', 'Eating', 'Walking', 'Toilet', 'None'] },
      { text: 'Do you need help with', answers: ['Shopping', 'Cooking', 'Money', 'Medicines', 'Rides', 'None'] },
      { text: 'Is it hard to hear or to see?', answers: ['No', 'Hear', 'See'] },
      { text: 'Do you leak urine?', answers: NO_SOMETIMES_OFTEN },
      { text: 'Do you, or your family, worry about your memory?', answers: NO_SOMETIMES_OFTEN },
    ],
  },
  {
    title: 'Safety',
    questions: [
      { text: 'Did you fall in the last 12 months?', answers: ['No', 'Once', 'More than once'] },
      { text: 'Do you feel unsteady when you stand or walk?', answers: NO_YES },
      { text: 'At home you have', answers: ['Smoke alarms', 'Good light', 'Bars in the bath', 'Rugs that slip'] },
      { text: 'Are you afraid of somebody near you?', answers: NO_YES },
    ],
  },
  {
    title: 'Habits',
    questions: [
      { text: 'Do you smoke, or did you?', answers: ['Never', 'Not any more', 'Yes'] },
      { text: 'How many alcoholic drinks do you have in a week?', answers: ['None', '1 to 7', '8 to 14', 'More'] },
      { text: 'On how many days of a week do you exercise?', answers: ['None', '1 or 2', '3 or 4', '5 or more'] },
      { text: 'Do you always wear a seat belt?', answers: NO_YES },
    ],
  },
  {
    title: 'Your care',
    questions: [
      { text: 'Do you have a living will or a health care proxy?', answers: ['No', 'Yes', 'I want to talk about it'] },
      { text: 'Other doctors whom you see', answers: [] },
      { text: 'Medicines and vitamins that you take', answers: [] },
    ],
  },
]
