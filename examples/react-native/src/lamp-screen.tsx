import { useExperiment, useFlag, useTrack } from '@lamppost/react';
import { useEffect, useState } from 'react';
import { Pressable, StyleSheet, Text, View } from 'react-native';
import { lamppost } from './lamppost.ts';

interface Lamp {
  readonly id: string;
  readonly name: string;
  readonly euros: number;
}

export function LampScreen() {
  const hasFreeShipping = useFlag('free_shipping', false);
  const percent = Number(useExperiment('offer')?.payload.percent ?? 0);
  const track = useTrack();
  const [lamps, setLamps] = useState<readonly Lamp[]>([]);
  const [ordered, setOrdered] = useState<string>();
  useEffect(() => {
    lamppost.screen('lamps'); // errors, frames and stalls belong to it from now on
    // Measured as a network span, without a line of yours.
    fetch(`${process.env.EXPO_PUBLIC_SHOP_URL}/lamps.json`)
      .then((answer) => answer.json())
      .then(setLamps);
  }, []);
  const order = (lamp: string) => {
    track('order placed', { lamp });
    setOrdered(lamp);
  };
  const redeem = () => {
    throw new Error('Vouchers are not there yet'); // nobody catches it: a crash report
  };
  return (
    <View style={styles.screen}>
      <Text style={styles.title}>Lamps{percent > 0 && `, ${percent} % off`}</Text>
      <Text>{hasFreeShipping ? 'Free shipping' : 'Shipping: 5 €'}</Text>
      {lamps.map(({ id, name, euros }) => (
        <Pressable key={id} style={styles.button} onPress={() => order(id)}>
          <Text>
            Order the {name}, {(euros * (100 - percent)) / 100} €
          </Text>
        </Pressable>
      ))}
      <Pressable style={styles.button} onPress={redeem}>
        <Text>Use a voucher</Text>
      </Pressable>
      {ordered !== undefined && <Text>Ordered: {ordered}</Text>}
    </View>
  );
}

const styles = StyleSheet.create({
  screen: { padding: 24, gap: 12 },
  title: { fontSize: 24, fontWeight: '600' },
  button: { padding: 12, borderWidth: 1, borderRadius: 8 },
});
