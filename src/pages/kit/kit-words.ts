import type { Language } from '../paper/languages.js';

/** What every page says that a payer meets. What stands in braces is replaced. */
export type KitWords = {
  readonly test_mode: string;
  /** Marks a simulated page, so that it cannot be taken for a real bank. */
  readonly simulated: string;
  readonly test_data: string;
  readonly payments_by: string;
  /** In the place of a business that has told no name. */
  readonly the_shop: string;
  /** `{business}` */
  readonly questions: string;
  readonly order_summary: string;
  /** No answer came when a form was sent, and its outcome is looked for. */
  readonly connection_lost: string;
  /** The outcome is that nothing was done. */
  readonly send_again: string;
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
    connection_lost: 'The connection was lost. Everything you entered is still here. Checking whether it went through…',
    send_again: 'Nothing has gone through yet, and everything you entered is still here. Try again: you will not be charged twice.',
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
    connection_lost: 'Die Verbindung ist abgebrochen. Ihre Angaben sind noch da. Wir prüfen, ob der Vorgang angekommen ist …',
    send_again:
      'Es wurde noch nichts ausgeführt, und Ihre Angaben sind noch da. Versuchen Sie es erneut: Es wird nichts doppelt abgebucht.',
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
    connection_lost: 'La connexion a été interrompue. Vos informations sont toujours là. Nous vérifions si l’opération a abouti…',
    send_again: 'Rien n’a encore été effectué et vos informations sont toujours là. Réessayez : vous ne serez pas débité deux fois.',
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
    connection_lost: 'Se ha perdido la conexión. Sus datos siguen aquí. Estamos comprobando si la operación se ha completado…',
    send_again: 'Todavía no se ha completado nada y sus datos siguen aquí. Inténtelo de nuevo: no se le cobrará dos veces.',
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
    connection_lost:
      'La connessione si è interrotta. I dati inseriti sono ancora qui. Stiamo verificando se l’operazione è andata a buon fine…',
    send_again: 'Non è stato ancora completato nulla e i dati inseriti sono ancora qui. Riprova: non ti verrà addebitato due volte.',
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
    connection_lost: 'De verbinding is verbroken. Uw gegevens staan er nog. We controleren of het is gelukt…',
    send_again: 'Er is nog niets uitgevoerd en uw gegevens staan er nog. Probeer het opnieuw: er wordt niets dubbel afgeschreven.',
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
    connection_lost: 'A conexão caiu. Os dados informados continuam aqui. Estamos verificando se a operação foi concluída…',
    send_again: 'Nada foi concluído ainda e os dados informados continuam aqui. Tente de novo: você não será cobrado duas vezes.',
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
    connection_lost: '接続が切れました。入力内容はそのまま残っています。処理されたかどうかを確認しています…',
    send_again: 'まだ何も処理されていません。入力内容はそのまま残っています。もう一度お試しください。二重に請求されることはありません。',
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
    connection_lost: 'انقطع الاتصال. كل ما أدخلته ما زال هنا. نتحقق الآن مما إذا كانت العملية قد تمت…',
    send_again: 'لم يتم تنفيذ أي شيء بعد، وكل ما أدخلته ما زال هنا. حاول مرة أخرى: لن يُخصم المبلغ مرتين.',
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
    connection_lost: 'การเชื่อมต่อขาดหาย ข้อมูลที่คุณกรอกยังอยู่ครบ กำลังตรวจสอบว่าดำเนินการสำเร็จหรือไม่…',
    send_again: 'ยังไม่มีการดำเนินการใด ๆ และข้อมูลที่คุณกรอกยังอยู่ครบ โปรดลองอีกครั้ง คุณจะไม่ถูกเรียกเก็บเงินซ้ำ',
    copy: 'คัดลอก',
    copied: 'คัดลอกแล้ว',
    print: 'พิมพ์',
    too_often: 'มีการลองหลายครั้งเกินไป',
    try_again: 'โปรดลองอีกครั้ง{when}',
  },
};
