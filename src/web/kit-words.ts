import type { Language } from '../paper/languages.js';

/** What every page says that a payer meets. What stands in braces is replaced. */
export type KitWords = {
  readonly test_mode: string;
  /** Keeps anybody from taking a simulated page for a real bank. */
  readonly simulated: string;
  readonly test_data: string;
  readonly payments_by: string;
  /** In the place of a business that has told no name. */
  readonly the_shop: string;
  /** `{business}` */
  readonly questions: string;
  readonly order_summary: string;
  readonly copy: string;
  readonly copied: string;
  readonly print: string;
  readonly too_often: string;
  /** `{when}`, such as "in 5 minutes". */
  readonly try_again: string;
};

/** The words in each language. */
export const kit_words: Readonly<Record<Language, KitWords>> = {
  en: {
    test_mode: 'TEST MODE',
    simulated: 'This page is simulated. No bank is asked and no money moves.',
    test_data: 'Test data only',
    payments_by: 'Payments by Florin',
    the_shop: 'the shop',
    questions: 'Questions? Contact {business}:',
    order_summary: 'Order summary',
    copy: 'Copy',
    copied: 'Copied',
    print: 'Print',
    too_often: 'Too many attempts',
    try_again: 'Please try again {when}.',
  },
  de: {
    test_mode: 'TESTMODUS',
    simulated: 'Diese Seite ist simuliert. Keine Bank wird gefragt und kein Geld bewegt.',
    test_data: 'Nur Testdaten',
    payments_by: 'Zahlungen mit Florin',
    the_shop: 'der Shop',
    questions: 'Fragen? {business} erreichen Sie hier:',
    order_summary: 'Bestellübersicht',
    copy: 'Kopieren',
    copied: 'Kopiert',
    print: 'Drucken',
    too_often: 'Zu viele Versuche',
    try_again: 'Bitte versuchen Sie es {when} erneut.',
  },
  fr: {
    test_mode: 'MODE TEST',
    simulated: 'Cette page est simulée. Aucune banque n’est interrogée et aucun argent ne circule.',
    test_data: 'Données de test uniquement',
    payments_by: 'Paiements par Florin',
    the_shop: 'la boutique',
    questions: 'Des questions ? Contactez {business} :',
    order_summary: 'Récapitulatif de la commande',
    copy: 'Copier',
    copied: 'Copié',
    print: 'Imprimer',
    too_often: 'Trop de tentatives',
    try_again: 'Veuillez réessayer {when}.',
  },
  es: {
    test_mode: 'MODO DE PRUEBA',
    simulated: 'Esta página es simulada. No se consulta a ningún banco ni se mueve dinero.',
    test_data: 'Solo datos de prueba',
    payments_by: 'Pagos con Florin',
    the_shop: 'la tienda',
    questions: '¿Preguntas? Contacte con {business}:',
    order_summary: 'Resumen del pedido',
    copy: 'Copiar',
    copied: 'Copiado',
    print: 'Imprimir',
    too_often: 'Demasiados intentos',
    try_again: 'Vuelva a intentarlo {when}.',
  },
  it: {
    test_mode: 'MODALITÀ DI PROVA',
    simulated: 'Questa pagina è simulata. Nessuna banca viene interrogata e nessun denaro viene trasferito.',
    test_data: 'Solo dati di prova',
    payments_by: 'Pagamenti con Florin',
    the_shop: 'il negozio',
    questions: 'Domande? Contatti {business}:',
    order_summary: 'Riepilogo dell’ordine',
    copy: 'Copia',
    copied: 'Copiato',
    print: 'Stampa',
    too_often: 'Troppi tentativi',
    try_again: 'Riprovi {when}.',
  },
  nl: {
    test_mode: 'TESTMODUS',
    simulated: 'Deze pagina is gesimuleerd. Er wordt geen bank gevraagd en er wordt geen geld overgemaakt.',
    test_data: 'Alleen testgegevens',
    payments_by: 'Betalingen via Florin',
    the_shop: 'de winkel',
    questions: 'Vragen? Neem contact op met {business}:',
    order_summary: 'Overzicht van de bestelling',
    copy: 'Kopiëren',
    copied: 'Gekopieerd',
    print: 'Afdrukken',
    too_often: 'Te veel pogingen',
    try_again: 'Probeer het {when} opnieuw.',
  },
  pt: {
    test_mode: 'MODO DE TESTE',
    simulated: 'Esta página é simulada. Nenhum banco é consultado e nenhum dinheiro é movimentado.',
    test_data: 'Somente dados de teste',
    payments_by: 'Pagamentos com Florin',
    the_shop: 'a loja',
    questions: 'Dúvidas? Fale com {business}:',
    order_summary: 'Resumo do pedido',
    copy: 'Copiar',
    copied: 'Copiado',
    print: 'Imprimir',
    too_often: 'Demasiadas tentativas',
    try_again: 'Tente novamente {when}.',
  },
  ja: {
    test_mode: 'テストモード',
    simulated: 'このページはシミュレーションです。銀行への照会も実際の送金も行われません。',
    test_data: 'テストデータのみ',
    payments_by: 'Florin による決済',
    the_shop: 'ショップ',
    questions: 'ご不明な点は {business} までお問い合わせください:',
    order_summary: 'ご注文内容',
    copy: 'コピー',
    copied: 'コピーしました',
    print: '印刷',
    too_often: '試行回数が多すぎます',
    try_again: '{when}にもう一度お試しください。',
  },
  ar: {
    test_mode: 'وضع الاختبار',
    simulated: 'هذه الصفحة محاكاة. لا يُسأل أي بنك ولا تُنقل أي أموال.',
    test_data: 'بيانات اختبار فقط',
    payments_by: 'المدفوعات عبر Florin',
    the_shop: 'المتجر',
    questions: 'هل لديك أسئلة؟ تواصل مع {business}:',
    order_summary: 'ملخص الطلب',
    copy: 'نسخ',
    copied: 'تم النسخ',
    print: 'طباعة',
    too_often: 'محاولات كثيرة جدًا',
    try_again: 'أعد المحاولة {when}.',
  },
  th: {
    test_mode: 'โหมดทดสอบ',
    simulated: 'หน้านี้เป็นการจำลอง ไม่มีการติดต่อธนาคารและไม่มีการโอนเงินจริง',
    test_data: 'ข้อมูลทดสอบเท่านั้น',
    payments_by: 'ชำระเงินผ่าน Florin',
    the_shop: 'ร้านค้า',
    questions: 'มีคำถามหรือไม่ ติดต่อ {business}:',
    order_summary: 'สรุปคำสั่งซื้อ',
    copy: 'คัดลอก',
    copied: 'คัดลอกแล้ว',
    print: 'พิมพ์',
    too_often: 'มีการลองหลายครั้งเกินไป',
    try_again: 'โปรดลองอีกครั้ง{when}',
  },
};
