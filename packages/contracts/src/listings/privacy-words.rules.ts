/**
 * The words of the privacy lint, in English and Spanish, in lower case and without accents. A class has a name in capitals; a
 * pattern is a row of words and classes, `a|b` is either, `?a` may be absent, and `*2` is up to two words between that begin no
 * other thought.
 */
import type { LintRule } from './finding.rules.ts'

const words = (text: string) => text.split(/\s+/).filter(Boolean)

/** Parts of a body whose words do not also name places of a building. */
const PART =
  words(`knee knees shoulder shoulders elbow elbows wrist wrists ankle ankles hip hips spine neck throat stomach belly tooth
  teeth jaw toe toes thumb finger fingers leg legs arm arms skin eye eyes ear ears rodilla hombro codo muneca tobillo cadera
  columna cuello garganta estomago diente muela pierna brazo pie mano espalda piel ojo oido cabeza`)

export const classes: Readonly<Record<string, readonly string[]>> = {
  YOUR: words('your yours ur su sus tu tus'),
  YOU: words('you u youve youre youd youll usted ustedes ud uds'),
  WE: words('we i'),
  US: words('us me here office clinic practice team staff location'),
  CARE: words(`visit visits appointment appointments appt appts stay procedure procedures surgery surgeries operation treatment
    treatments exam exams examination result results lab labs bloodwork prescription prescriptions refill refills chart charts
    record records file doctor doctors provider providers physician physicians nurse nurses dentist pediatrician therapist
    surgeon cardiologist care checkup checkups consultation consult test tests scan scans xray mri ultrasound biopsy diagnosis
    condition symptoms medication medications medicine injection shot vaccine vaccination physical therapy session sessions wait
    recovery health injury pain cita citas visita visitas consulta consultas tratamiento tratamientos cirugia operacion
    procedimiento procedimientos examen examenes resultado resultados analisis receta recetas expediente historial medico medica
    doctora estancia diagnostico salud enfermedad medicamento medicamentos vacuna recuperacion espera dolor`),
  CAME: words(`came visited waited stopped arrived checked attended received underwent saw vino vinieron vinistes visito espero
    acudio llego recibio asistio`),
  SEEN: words(
    'seen treated examined admitted discharged diagnosed scheduled booked operated here atendido atendida visto vista',
  ),
  TREATED:
    words(`saw treated treat remember examined recall helped diagnosed prescribed operated admitted scheduled discharged
    called gave tested vaccinated`),
  SEE: words('see seeing treat treating serve serving help helping welcome welcoming have having care caring'),
  AGAIN: words('again soon back next'),
  CHOOSING: words('choosing trusting visiting coming choose trust elegirnos confiar visitarnos venir preferirnos'),
  PATIENT: words('patient patients paciente pacientes client customer'),
  RECORD: words('record records registro registros chart file trace expediente'),
  FIND: words('find locate found verify identify confirm encontramos encontrar localizamos ubicar'),
  CANNOT: words(
    `cannot cant couldnt unable dont didnt not no never arent werent wasnt isnt havent hasnt no nunca jamas`,
  ),
  MONEY:
    words(`bill bills balance insurance claim claims copay copays copayment deductible invoice account payment payments charge
    charges coverage factura facturas saldo seguro reclamo copago deducible cuenta pago pagos cobro`),
  PART,
  BODY: [...PART, ...words('back head hand hands foot feet')],
  HEAL: words('heal heals healed healing hurt hurts hurting aches aching swollen swelling sane sana sanando cure'),
  PAID: words('owe owed paid pay charged billed debe pago'),
  RELATIVE:
    words(`son daughter child children kid kids baby mother mom father dad wife husband spouse partner sister brother
    grandmother grandfather grandma grandpa grandson granddaughter aunt uncle niece nephew parent parents family hijo hija hijos
    hijas bebe madre mama padre papa esposa esposo marido mujer hermana hermano abuela abuelo tia tio sobrina sobrino nieto nieta
    familiar familia`),
}

/** A row of words that a rule looks for in a sentence. */
export const patterns: readonly (readonly [LintRule, string])[] = [
  ['confirms_care', 'YOUR *2 CARE'],
  ['confirms_care', 'YOU *2 CAME'],
  ['confirms_care', 'YOU were|was|are|been|had|fue|estuvo *1 SEEN|CARE|waiting'],
  [
    'confirms_care',
    'YOU had|got|needed|tuvo|recibio|kept|missed|canceled|cancelled|booked|rescheduled *2 CARE|waiting',
  ],
  ['confirms_care', 'YOU ?had to wait'],
  ['confirms_care', 'fue|estuvo|ha|sido *1 SEEN'],
  ['confirms_care', 'when|during|after|before|while YOU were|are|left|came|arrived|visited'],
  ['confirms_care', 'WE ?had|have|just *1 TREATED YOU'],
  ['confirms_care', 'our *3 TREATED YOU'],
  ['confirms_care', 'taking|took|take|taken care of YOU'],
  ['confirms_care', 'care we|i|you gave|provided|received|got'],
  ['confirms_care', 'le|la|lo|te *1 atendimos|atendio|vimos|tratamos|operamos|examinamos|recordamos'],
  ['confirms_care', 'as a|our|an *1 patient|client|paciente'],
  ['confirms_care', 'as one of our *1 PATIENT'],
  ['confirms_care', 'YOU *1 our|a *1 patient'],
  ['confirms_care', 'our|valued|loyal|established|longtime patient'],
  ['confirms_care', 'patient|patients of ours|yours'],
  ['confirms_care', 'being|have a|our *1 patient'],
  ['confirms_care', 'como *1 paciente'],
  ['confirms_care', 'nuestro|nuestra|ser|es|siendo paciente'],
  ['confirms_care', 'thank|thanks ?you ?again ?so ?very ?much for CHOOSING'],
  ['confirms_care', 'appreciate|glad|grateful|happy YOU|YOUR|that *1 CHOOSING|chose|trusted|trust'],
  ['confirms_care', 'for choosing|trusting us|our'],
  ['confirms_care', 'por CHOOSING'],
  ['confirms_care', 'dear|estimado|estimada|querido|querida patient|paciente'],
  ['confirms_care', 'SEE YOU *2 AGAIN'],
  ['confirms_care', 'seeing|treating YOU'],
  ['confirms_care', 'caring|care for YOU'],
  ['confirms_care', 'your next'],
  ['confirms_care', 'su proxima|proximo'],
  ['confirms_care', 'come|coming back ?to ?and see us'],
  ['confirms_care', 'verle|verla|verlo|verte|atenderle|atenderla|atenderlo|servirle ?de nuevo|pronto|nuevamente|otra'],
  ['denies_care', 'CANNOT|have *3 RECORD of|for|with YOU|your|this|a'],
  ['denies_care', 'no RECORD|history'],
  ['denies_care', 'CANNOT *3 FIND *2 YOU|YOUR|RECORD|name|appointment|any|a|system'],
  ['denies_care', 'FIND no *2 RECORD|appointment'],
  ['denies_care', 'CANNOT *3 PATIENT ?of ?ours'],
  ['denies_care', 'never been *1 PATIENT|here|seen|in|to|at'],
  ['denies_care', 'never been a|our *1 PATIENT'],
  ['denies_care', 'never *1 visited|seen|treated|met|came'],
  ['denies_care', 'nunca *2 estado|visitado|sido|atendido|vino|atendimos|vimos'],
  ['denies_care', 'no es|fue|ha *2 paciente'],
  ['denies_care', 'not *3 in|on our *1 system|records|schedule|database|books'],
  ['denies_care', 'not|nobody|noone|no by|with your|that|this name'],
  ['denies_care', 'YOU werent|havent|didnt|never|not *2 SEEN|been|CAME|come|visit|patient|here'],
  ['denies_care', 'YOU|YOUR *2 CANNOT appear|show'],
  ['denies_care', 'CANNOT *1 appear|show ?up in|on our|the|any|this *1 schedule|system|records|database|books|list'],
  ['denies_care', 'our|the RECORD *1 CANNOT|doesnt *1 show YOU'],
  ['denies_care', 'our|the RECORD|schedule|system|database|books *1 CANNOT|doesnt *1 list|include|mention YOU|YOUR'],
  ['denies_care', 'our|the RECORD|schedule|system|database|books *1 CANNOT|doesnt *1 show YOUR'],
  ['denies_care', 'registros|sistema|expediente no *1 muestra|muestran|incluye|incluyen *1 usted|su'],
  ['denies_care', 'no aparece|figura *2 registros|sistema|expediente'],
  ['denies_care', 'no tenemos *2 registro|registros|cita'],
  ['health_detail', 'the|that|this|YOUR|la|el *1 BODY *2 HEAL'],
  // "The entrance at the back is better" is about a building.
  ['health_detail', 'the|that|this|la|el PART is|feels|gets *1 better|well|fine'],
  ['health_detail', 'YOUR BODY is|feels|gets *1 better|well|fine'],
  ['health_detail', 'hope|hoping *2 ?is *1 heal|heals|healed|healing'],
  ['money', 'YOUR *2 MONEY'],
  ['money', 'YOU *1 PAID'],
  ['money', 'YOU were|was|are charged|billed'],
  ['money', 'we *1 billed|charged YOU|your'],
  ['relative', 'YOUR *2 RELATIVE'],
]

/** Words that end what `*2` may cross. */
export const barriers = new Set(
  words(`about on of for with to and but or that which who from at in is are was were so because if we i our us
    sobre de para con a y pero o que en es porque si nosotros nuestro nuestra por`),
)

/** Conditions, medicines and procedures. */
export const healthWords = new Set(
  words(`diabetes diabetic cancer tumor chemo chemotherapy radiation asthma hypertension cholesterol anxiety depression depressed
    bipolar adhd autism hiv aids hepatitis std sti herpes chlamydia pregnancy pregnant miscarriage abortion contraception ivf
    infection infected covid flu pneumonia bronchitis migraine migraines seizure seizures epilepsy stroke heart attack
    arrhythmia angina eczema psoriasis rash acne allergy allergies allergic arthritis fracture fractured broken sprain hernia
    ulcer colitis crohns reflux addiction opioid opioids alcoholism overdose rehab dementia alzheimers parkinsons insulin
    metformin antibiotic antibiotics amoxicillin ibuprofen oxycodone adderall xanax prozac zoloft lipitor viagra botox steroid
    steroids colonoscopy endoscopy mammogram biopsy hysterectomy vasectomy appendectomy catheter dialysis transfusion mri
    surgery surgeries operation operations procedure procedures medication medications medicine medicines injury injuries pain
    ultrasound xray echocardiogram ekg echo bloodwork stitches crown filling rootcanal anesthesia vaccine vaccinated
    schizophrenia ptsd anorexia bulimia obesity obese gout anemia leukemia lymphoma melanoma tonsillitis strep sinusitis uti
    cancer asma hipertension colesterol ansiedad depresion vih embarazo embarazada aborto infeccion gripe neumonia convulsiones
    epilepsia derrame alergia alergias artritis fractura hernia ulcera adiccion sobredosis demencia insulina antibiotico
    antibioticos mamografia colonoscopia biopsia dialisis quimioterapia cirugia`),
)

export const readers = new Set(words('you your yours youre youve youd u ur usted ustedes ud su sus tu tus te le'))
export const others = new Set(words('he she him her his hers they them their el ella ellos'))

export const whenWords = new Set(
  words(`monday tuesday wednesday thursday friday saturday sunday yesterday today tonight lunes martes miercoles jueves viernes
    sabado domingo ayer hoy anoche january february march april june july august september october november december enero febrero
    abril junio julio agosto septiembre octubre noviembre diciembre`),
)
export const whenPatterns: readonly string[] = [
  'last|past|previous|this|that|other week|month|year|morning|afternoon|evening|night|weekend|day|time',
  'semana|mes|ano pasado|pasada|anterior',
  'days|weeks|months|hours|dias|semanas ago|earlier|atras',
  'earlier today',
  'hace *2 dias|semanas|meses|dia|semana|mes',
]
/** In such a sentence a time is the clinic's own. */
export const openWords = new Set(
  words('open opens opened hours closed abierto abierta abrimos horario cerrado cerramos'),
)

export const warnings: readonly (readonly [LintRule, string])[] = [
  ['argues', 'that|this|it is|was not|never *2 true|accurate|correct|happened|happen'],
  ['argues', 'that|this is|was false|untrue|wrong|inaccurate|lie|lies|fake|incorrect'],
  ['argues', 'thats|isnt|wasnt|not true|false|accurate|correct|wrong'],
  ['argues', 'YOU are|were lying|wrong|mistaken|rude'],
  ['argues', 'no es cierto|verdad|correcto'],
  ['argues', 'never happened'],
  ['offers', 'refund|refunds|discount|discounts|gift|voucher|coupon|reembolso|descuento|regalo|cupon|giftcard'],
  ['offers', 'free of charge'],
  [
    'asks_change',
    'change|update|remove|delete|revise|reconsider|edit|improve|cambie|cambiar|borre|elimine|modifique YOUR|this|the|la|el *1 review|rating|stars|resena|calificacion',
  ],
  ['asks_change', 'take *1 down'],
  ['asks_change', 'five|5 stars|star'],
]

/** Given names that a reply would hardly hold by chance. */
export const givenNames = new Set(
  words(`james robert john michael david william richard joseph thomas charles christopher daniel matthew anthony donald steven
    paul andrew joshua kenneth kevin brian george timothy ronald edward jason jeffrey ryan jacob gary nicholas eric jonathan
    stephen larry justin scott brandon benjamin samuel gregory alexander patrick jack dennis jerry tyler aaron jose adam nathan
    henry zachary douglas peter kyle noah ethan jeremy walter christian keith roger terry austin sean gerald carl harold dylan
    arthur lawrence jordan jesse bryan billy bruce gabriel joe logan alan juan albert willie elijah wayne randy vincent mason roy
    ralph bobby russell bradley philip eugene mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy
    betty sandra margaret ashley kimberly emily donna michelle carol amanda melissa deborah stephanie dorothy rebecca sharon laura
    cynthia amy kathleen angela shirley brenda emma anna pamela nicole samantha katherine christine helen debra rachel carolyn
    janet maria catherine heather diane olivia julie joyce victoria ruth virginia lauren kelly christina joan evelyn judith andrea
    hannah megan cheryl jacqueline martha madison teresa gloria sara janice ann kathryn abigail sophia frances jean alice judy
    isabella julia denise amber danielle marilyn beverly charlotte natalie theresa diana brittany doris kayla alexis lori marie
    carlos luis miguel jorge pedro ana carmen rosa lucia sofia elena isabel rosalind renee omar lena dana marcus priya`),
)

export const functionWords = new Set(
  words(`the a an and or of to in for with is are was we you your our us it that this on at be have has not as so all please
    thank thanks from by can will do if
    el la los las un una y o de del en para con es son fue su sus tu nuestro nuestra que se lo le por favor gracias a al no muy
    como si nos esta este`),
)
