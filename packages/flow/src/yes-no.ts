/** Whether a text says yes or no, in English or Spanish; null for neither. */
import { core, negates, plain, wordsIn } from './words.ts'

const set = (list: string) => new Set(list.trim().split(/\s*\|\s*/))

const YES = set(`
  yes | y | yeah | yea | yep | yup | ya | yes yes | yess | yesss | ok | okay | okey | k | sure | sure thing | si | sip | claro | claro que si | correct | correcto | right | of course | por supuesto | absolutely |
  definitely | certainly | indeed | affirmative | sounds good | that works | works for me | fine | thats fine | perfect | perfecto | great | good | dale | vale | esta bien | asi es | de acuerdo | true | exactly |
  exacto | exactamente | eso | eso es | thats right | that is right | thats me | simon | why not | sure why not | i do | i am | i have | i did | it is | we do | confirm | confirmo | afirmativo | desde luego | go ahead | please do
`)
const NO = set(`
  no | n | nope | nah | na | naw | no no | noo | not really | no way | negative | negativo | para nada | never | nunca | i dont | i do not | i am not | im not | i have not | i havent | i didnt | not me | not today | not now |
  not yet | todavia no | aun no | ahora no | hoy no | incorrect | incorrecto | wrong | false | falso | de ninguna manera | claro que no | por supuesto que no | absolutely not | definitely not | of course not | none | ninguno | ninguna | jamas | it isnt | it is not | nel | que va
`)
/** They begin like an answer and are none. */
const UNSURE =
  /\b(maybe|perhaps|not sure|unsure|quizas?|tal vez|no idea|i dont know|dont know|idk|dunno|no se|no lo se|no estoy segur[oa]|depends|depende|no problem|i guess|a lo mejor|yes and no|yes or no|si y no|si o no|no worries|no comment|creo)\b/
const FIRST_YES = set(
  'yes | y | yeah | yea | yep | yup | ok | okay | sure | si | claro | correct | correcto | right | absolutely | definitely',
)
const FIRST_NO = set('no | n | nope | nah | not | nunca | never')
const LONGEST_WORDS = 8

export function saysYesOrNo(text: string): boolean | null {
  const said = plain(text)
  if (said === '' || UNSURE.test(said)) return null
  for (const form of [said, core(said)]) {
    if (YES.has(form)) return true
    if (NO.has(form)) return false
  }
  const [first = '', ...rest] = wordsIn(core(said))
  if (rest.length >= LONGEST_WORDS) return null
  if (FIRST_YES.has(first)) return rest.some((word) => negates(word) || word === 'but' || word === 'pero') ? null : true
  if (FIRST_NO.has(first))
    return rest.some((word) => FIRST_YES.has(word) || word === 'but' || word === 'pero') ? null : false
  return null
}
