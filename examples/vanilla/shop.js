const byId = (id) => document.getElementById(id);
/** Runs now, or when the script of Lamppost is there. A page works without it. */
const withLamppost = (task) => window.lamppost.push(task);

/** What depends on flags and experiments, drawn again when they change. */
function draw(lamppost) {
  byId('shipping').textContent = lamppost.flag('free_shipping', false) ? 'Free shipping' : 'Shipping: 5 €';
  const percent = lamppost.experiment('offer')?.payload.percent ?? 0;
  byId('offer').textContent = `${percent} % off`;
  byId('offer').hidden = percent === 0;
}
withLamppost((lamppost) => {
  lamppost.onChange(() => draw(lamppost));
  lamppost.ready.then(() => draw(lamppost));
});

for (const button of document.querySelectorAll('[data-order]')) {
  button.addEventListener('click', () => {
    const { order: lamp } = button.dataset;
    withLamppost((lamppost) => lamppost.track('order placed', { lamp }));
    byId('said').textContent = `Ordered: ${lamp}`;
  });
}

byId('voucher').addEventListener('click', () => {
  throw new Error('Vouchers are not there yet'); // nobody catches it: a crash report
});

byId('consent').addEventListener('change', ({ target }) => {
  withLamppost((lamppost) => (target.checked ? lamppost.optIn() : lamppost.optOut()));
});
